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

/** Returns the manifest of an archive in which no byte has changed, and which has the files that its manifest lists. */
export async function verifyArchive(path: string, progress: ShowProgress): Promise<Manifest> {
  const files = new Map<string, { bytes: number; hash: Hash }>()
  const manifest: Buffer[] = []
  await readArchive(
    path,
    (total) => progress("Vérification", total),
    (entry) => {
      const hash = createHash("sha256")
      files.set(entry.path, { bytes: entry.size, hash })
      entry.on("data", (chunk) => (entry.path === MANIFEST ? manifest.push(chunk) : hash.update(chunk)))
    },
  )
  files.delete(MANIFEST)
  const found = [...files].map(([name, { bytes, hash }]) => ({ name, bytes, sha256: hash.digest("hex") }))
  return readManifest(Buffer.concat(manifest).toString(), found)
}

/** Passes on the entries as they are read, with synchronous data events. What they hold may be used once it resolves. */
export async function readArchive(
  path: string,
  begin: (total: number) => Progress,
  receive: (entry: ReadEntry) => void,
): Promise<void> {
  const names = new Set<string>()
  const parser = list({
    strict: true,
    gzip: false,
    onReadEntry(entry) {
      checkEntry(entry, names)
      receive(entry)
    },
  })
  let parseError: unknown
  parser.on("error", (error) => (parseError ??= error))
  const digest = createHash("sha256")
  const total = await countBytes(path)
  const { advance } = begin(total)
  for await (const chunk of createReadStream(path, { end: total - 1, highWaterMark: 1 << 20 })) {
    advance(chunk.length)
    digest.update(chunk)
    parser.write(chunk)
  }
  const line = await text(createReadStream(path, { start: total }))
  if (line !== checksumLine(digest.digest("hex"))) throw damaged("son empreinte ne correspond pas")
  parser.end()
  if (parseError || !names.has(MANIFEST)) throw damaged("elle est incomplète")
}

function checkEntry({ path, type }: ReadEntry, names: Set<string>) {
  if (type !== "File") throw damaged(`« ${path} » n’est pas un fichier ordinaire`)
  if (names.has(MANIFEST)) throw damaged(`« ${path} » suit son inventaire`)
  if (path !== MANIFEST && !isPart(path)) throw damaged(`« ${path} » n’a rien à y faire`)
  if (names.has(path)) throw damaged(`« ${path} » y est deux fois`)
  names.add(path)
}

/** Counts the bytes of the tar file without the checksum. */
async function countBytes(path: string): Promise<number> {
  const found = await stat(path)
  if (!found.isFile()) throw new BackupError(`${path} n’est pas un fichier`)
  if (found.size <= CHECKSUM_BYTES) throw damaged("elle est incomplète")
  return found.size - CHECKSUM_BYTES
}
