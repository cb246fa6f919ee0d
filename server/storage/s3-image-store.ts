import { mkdirSync } from "node:fs"
import { listAbandonedFiles } from "./disk-image-store.ts"
import { type ImageStore, imageExtension, type ObjectStore, type OpenObject } from "./image-store.ts"
import { createS3Client, failOnStall, type S3Settings } from "./s3-client.ts"

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
    check: async () => void (await originals.exists("check")),
    temporaryFolder,
    listAbandonedFiles: (now) => listAbandonedFiles(temporaryFolder, now),
  }
}

function createPrefixStore({ send }: S3Client, prefix: string): ObjectStore {
  const keyOf = (name: string) => prefix + encodeURIComponent(name)

  async function open(name: string): Promise<OpenObject | undefined> {
    const response = await send("GET", keyOf(name))
    const body = response.body ?? new Blob().stream()
    if (response.ok) return { bytes: Number(response.headers.get("Content-Length")), body: failOnStall(body) }
    await body.cancel()
    return undefined
  }

  async function readHead(name: string): Promise<Headers | undefined> {
    const { ok, headers } = await send("HEAD", keyOf(name))
    return ok ? headers : undefined
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
    exists: async (name) => (await readHead(name)) !== undefined,
    async modifiedAt(name) {
      const headers = await readHead(name)
      return headers && new Date(headers.get("Last-Modified") ?? 0)
    },
    async delete(name) {
      await (await send("DELETE", keyOf(name))).body?.cancel()
    },
    async list() {
      const names: string[] = []
      let token: string | undefined
      do {
        const page = await listPage({ send }, prefix, token)
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

/** ListObjectsV2, whose keys come percent-encoded, so that its XML contains no entity but in the token. */
async function listPage({ send }: Pick<S3Client, "send">, prefix: string, token: string | undefined) {
  const query = { "encoding-type": "url", "list-type": "2", prefix, ...(token && { "continuation-token": token }) }
  const xml = await (await send("GET", "", { query })).text()
  const [next] = textsOf(xml, "NextContinuationToken")
  return { keys: textsOf(xml, "Key").map(decodeURIComponent), token: next?.replaceAll("&amp;", "&") }
}

function textsOf(xml: string, element: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, "g")), ([, text = ""]) => text)
}
