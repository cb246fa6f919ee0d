import { mkdirSync } from "node:fs"
import { listAbandonedFiles } from "./disk-image-store.ts"
import { type ImageStore, imageExtension, type ObjectStore, type OpenObject, unavailable } from "./image-store.ts"
import { createS3Client, notS3, readBody, type S3Response, type S3Settings } from "./s3-client.ts"

type S3Client = ReturnType<typeof createS3Client>

/** Stores images in S3-compatible storage; uploads in progress stay in a folder of this machine. */
export function createS3ImageStore(settings: S3Settings, temporaryFolder: string): ImageStore {
  mkdirSync(temporaryFolder, { recursive: true, mode: 0o700 })
  const client = createS3Client(settings)
  const base = settings.prefix && `${settings.prefix}/`
  const originals = createPrefixStore(client, `${base}originals/`)
  return {
    originals,
    variants: createPrefixStore(client, `${base}variants/`),
    parts: createPrefixStore(client, `${base}parts/`),
    builds: createPrefixStore(client, `${base}builds/`),
    check: async () => void (await listPage(client, base, { "max-keys": "1" })),
    temporaryFolder,
    listAbandonedFiles: (now) => listAbandonedFiles(temporaryFolder, now),
  }
}

function createPrefixStore(client: S3Client, prefix: string): ObjectStore {
  const { send, read } = client
  const keyOf = (name: string) => prefix + encodeName(name)

  return {
    async put(name, content) {
      const headers = { "Content-Type": mediaTypes[imageExtension(name) ?? ""] ?? "application/octet-stream" }
      await send("PUT", keyOf(name), { body: new Uint8Array(content), headers })
    },
    async open(name) {
      const found = await send("GET", keyOf(name))
      return found && toObject(found)
    },
    read: (name) => read(keyOf(name)),
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
        const page = await listPage(client, prefix, token === undefined ? {} : { "continuation-token": token })
        names.push(...page.keys.map((key) => key.slice(prefix.length)))
        token = page.token
      } while (token)
      return names
    },
  }
}

async function toObject(found: S3Response): Promise<OpenObject> {
  const length = found.headers.get("Content-Length")
  // A proxy that compresses leaves the length out, or sends that of the compressed content.
  if (length !== null && !found.headers.has("Content-Encoding")) return { bytes: Number(length), body: found.body }
  const content = await readBody(found)
  return { bytes: content.length, body: new Blob([content]).stream() }
}

const mediaTypes: Record<string, string> = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
}

/** Encodes a name as signatures require (RFC 3986 §2.1), which is stricter than encodeURIComponent. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Requests ListObjectsV2 with percent-encoded keys, since XML cannot contain control characters. */
async function listPage({ read }: S3Client, prefix: string, options: Record<string, string>) {
  const query = { "encoding-type": "url", "list-type": "2", prefix, ...options }
  const xml = String(await read("", { query }))
  if (!xml.includes("<ListBucketResult")) throw notS3()
  if (!xml.includes("</ListBucketResult>")) throw unavailable(new Error("S3 has cut off a list"))
  const [token] = textsOf(xml, "NextContinuationToken")
  // Some servers write a space as forms do.
  return { keys: textsOf(xml, "Key").map((key) => decodeURIComponent(key.replaceAll("+", "%20"))), token }
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

function textsOf(xml: string, element: string): string[] {
  const texts = xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, "g"))
  return Array.from(texts, ([, text = ""]) => text.replace(/&(\w+);/g, (found, name) => entities[name] ?? found))
}
