import { createHash, type Hash } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { stat } from "node:fs/promises"
import { text } from "node:stream/consumers"
import { pipeline } from "node:stream/promises"
import { create, list, type ReadEntry } from "tar"
import type { Progress } from "#server/database/progress.ts"
import { BackupError, damaged } from "./backup-error.ts"
import { isPart, MANIFEST, type Manifest, readManifest } from "./manifest.ts"
import type { ShowProgress } from "./progress.ts"

/** Returns the line that follows the tar file, where tar programs ignore it; `digest` covers all bytes before it. */
export function checksumLine(digest: string): string {
  return `sha256:${digest}\n`
}

const CHECKSUM_BYTES = checksumLine("0".repeat(64)).length

/** Writes files of a folder into a new tar file that only its owner can read. */
export async function createArchive(
  path: string,
  { folder, names, advance }: { folder: string; names: string[] } & Progress,
): Promise<void> {
  const tarball = create({ cwd: folder, follow: true, portable: true }, names)
  async function* withChecksum() {
    const digest = createHash("sha256")
    for await (const chunk of tarball) {
      digest.update(chunk)
      advance(chunk.length)
      yield chunk
    }
    yield checksumLine(digest.digest("hex"))
  }
  await pipeline(withChecksum, createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }))
}

/**
 * Returns the manifest of an archive in which no byte has changed, and which has the files that its manifest lists.
 * Nothing is extracted.
 */
export async function verifyArchive(path: string, progress: ShowProgress): Promise<Manifest> {
  const digest = createHash("sha256")
  const files = new Map<string, { bytes: number; hash: Hash }>()
  const manifest: Buffer[] = []
  const parser = list({
    strict: true,
    gzip: false,
    onReadEntry(entry) {
      checkEntry(entry, files)
      const hash = createHash("sha256")
      files.set(entry.path, { bytes: entry.size, hash })
      entry.on("data", (chunk) => (entry.path === MANIFEST ? manifest.push(chunk) : hash.update(chunk)))
    },
  })
  let parseError: unknown
  parser.on("error", (error) => (parseError ??= error))
  for await (const chunk of readArchive(path, (total) => progress("Vérification", total))) {
    digest.update(chunk)
    parser.write(chunk)
  }
  const line = await text(createReadStream(path, { start: await tarBytes(path) }))
  if (line !== checksumLine(digest.digest("hex"))) throw damaged("son empreinte ne correspond pas")
  parser.end()
  if (parseError || !files.delete(MANIFEST)) throw damaged("elle est incomplète")
  const found = [...files].map(([name, { bytes, hash }]) => ({ name, bytes, sha256: hash.digest("hex") }))
  return readManifest(Buffer.concat(manifest).toString(), found)
}

function checkEntry({ path, type }: ReadEntry, files: ReadonlyMap<string, unknown>) {
  if (type !== "File") throw damaged(`« ${path} » n’est pas un fichier ordinaire`)
  if (files.has(MANIFEST)) throw damaged(`« ${path} » suit son inventaire`)
  if (path !== MANIFEST && !isPart(path)) throw damaged(`« ${path} » n’a rien à y faire`)
  if (files.has(path)) throw damaged(`« ${path} » y est deux fois`)
}

/** Reads the bytes of the tar file without the checksum. */
export async function* readArchive(path: string, begin: (total: number) => Progress): AsyncGenerator<Buffer> {
  const total = await tarBytes(path)
  const { advance } = begin(total)
  for await (const chunk of createReadStream(path, { end: total - 1, highWaterMark: 1 << 20 })) {
    advance(chunk.length)
    yield chunk
  }
}

async function tarBytes(path: string): Promise<number> {
  const found = await stat(path)
  if (!found.isFile()) throw new BackupError(`${path} n’est pas un fichier`)
  if (found.size <= CHECKSUM_BYTES) throw damaged("elle est incomplète")
  return found.size - CHECKSUM_BYTES
}
