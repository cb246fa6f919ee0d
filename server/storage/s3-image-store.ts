import { mkdirSync } from "node:fs"
import { listAbandonedFiles } from "./disk-image-store.ts"
import { type ImageStore, imageExtension, type ObjectStore, type OpenObject } from "./image-store.ts"
import { createS3Client, type S3Settings } from "./s3-client.ts"

type S3Client = ReturnType<typeof createS3Client>

/** Stores images in S3-compatible storage; uploads in progress stay in a folder of this machine. */
export function createS3ImageStore(settings: S3Settings, temporaryFolder: string): ImageStore {
  mkdirSync(temporaryFolder, { recursive: true })
  const client = createS3Client(settings)
  const base = settings.prefix && `${settings.prefix}/`
  const originals = createPrefixStore(client, `${base}originals/`)
  return {
    originals,
    variants: createPrefixStore(client, `${base}variants/`),
    check: async () => void (await listPage(client, base, { "max-keys": "1" })),
    temporaryFolder,
    listAbandonedFiles: (now) => listAbandonedFiles(temporaryFolder, now),
  }
}

function createPrefixStore({ send }: S3Client, prefix: string): ObjectStore {
  const keyOf = (name: string) => prefix + encodeName(name)

  async function open(name: string): Promise<OpenObject | undefined> {
    const found = await send("GET", keyOf(name))
    return found && { bytes: Number(found.headers.get("Content-Length")), body: found.body }
  }

  return {
    async put(name, content) {
      const headers = { "Content-Type": mediaTypes[imageExtension(name) ?? ""] ?? "application/octet-stream" }
      await send("PUT", keyOf(name), { body: new Uint8Array(content), headers })
    },
    open,
    async read(name) {
      const found = await open(name)
      return found && Buffer.from(await new Response(found.body).arrayBuffer())
    },
    exists: async (name) => (await send("HEAD", keyOf(name))) !== undefined,
    async modifiedAt(name) {
      const found = await send("HEAD", keyOf(name))
      return found && new Date(found.headers.get("Last-Modified") ?? 0)
    },
    async delete(name) {
      await send("DELETE", keyOf(name))
    },
    async list() {
      const names: string[] = []
      let token: string | undefined
      do {
        const page = await listPage({ send }, prefix, token === undefined ? {} : { "continuation-token": token })
        names.push(...page.keys.map((key) => key.slice(prefix.length)))
        token = page.token
      } while (token)
      return names
    },
  }
}

const mediaTypes: Record<string, string> = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
}

/** As signatures have it (RFC 3986 §2.1), which is stricter than JavaScript. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** ListObjectsV2, whose keys come percent-encoded, since XML has no control characters. */
async function listPage({ send }: S3Client, prefix: string, options: Record<string, string>) {
  const query = { "encoding-type": "url", "list-type": "2", prefix, ...options }
  const xml = await new Response((await send("GET", "", { query }))?.body).text()
  const [token] = textsOf(xml, "NextContinuationToken")
  // Some servers write a space as in forms.
  return { keys: textsOf(xml, "Key").map((key) => decodeURIComponent(key.replaceAll("+", "%20"))), token }
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

function textsOf(xml: string, element: string): string[] {
  const texts = xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, "g"))
  return Array.from(texts, ([, text = ""]) => text.replace(/&(\w+);/g, (found, name) => entities[name] ?? found))
}
