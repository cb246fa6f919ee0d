import { createHash } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { open } from "node:fs/promises"
import { pipeline } from "node:stream/promises"
import { create, list } from "tar"
import { BackupError } from "./backup-error.ts"
import { isPart, MANIFEST } from "./manifest.ts"

/** Returns the line that follows the tar file, where tar programs ignore it; `digest` covers all bytes before it. */
export function checksumLine(digest: string): string {
  return `sha256:${digest}\n`
}

const CHECKSUM_BYTES = checksumLine("0".repeat(64)).length

export type Advance = (bytes: number) => void

export function damaged(reason: string): BackupError {
  return new BackupError(`La sauvegarde est endommagée et n’a pas été utilisée : ${reason}`)
}

/** Writes files of a folder into a new tar file that only its owner can read. */
export async function createArchive(
  path: string,
  { folder, names, advance }: { folder: string; names: string[]; advance: Advance },
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

export async function checksumFile(path: string, advance?: Advance): Promise<{ bytes: number; sha256: string }> {
  const digest = createHash("sha256")
  let bytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    digest.update(chunk)
    bytes += chunk.length
    advance?.(chunk.length)
  }
  return { bytes, sha256: digest.digest("hex") }
}

/** Rejects an archive with a changed byte, or with an entry that no backup has; extracts nothing. */
export async function verifyArchive(path: string, advance: Advance): Promise<void> {
  const digest = createHash("sha256")
  const names = new Set<string>()
  const parser = list({ strict: true, gzip: false, onReadEntry: ({ path, type }) => checkEntry(names, path, type) })
  let parseError: unknown
  parser.on("error", (error) => (parseError ??= error))
  for await (const chunk of readArchive(path, advance)) {
    digest.update(chunk)
    parser.write(chunk)
  }
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(CHECKSUM_BYTES), 0, CHECKSUM_BYTES, await tarBytes(path))
  if (buffer.toString("latin1") !== checksumLine(digest.digest("hex"))) {
    throw damaged("son empreinte ne correspond pas")
  }
  parser.end()
  if (parseError || !names.has(MANIFEST)) throw damaged("elle est incomplète")
}

function checkEntry(names: Set<string>, name: string, type: string) {
  if (type !== "File") throw damaged(`« ${name} » n’est pas un fichier ordinaire`)
  if (names.has(MANIFEST)) throw damaged(`« ${name} » suit son inventaire`)
  if (name !== MANIFEST && !isPart(name)) throw damaged(`« ${name} » n’a rien à y faire`)
  if (names.has(name)) throw damaged(`« ${name} » y est deux fois`)
  names.add(name)
}

/** Reads the bytes of the tar file without the checksum. */
export async function* readArchive(path: string, advance: Advance): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { end: (await tarBytes(path)) - 1, highWaterMark: 1 << 20 })) {
    advance(chunk.length)
    yield chunk
  }
  advance(CHECKSUM_BYTES)
}

async function tarBytes(path: string): Promise<number> {
  await using file = await open(path)
  const found = await file.stat()
  if (!found.isFile()) throw new BackupError(`${path} n’est pas un fichier`)
  if (found.size <= CHECKSUM_BYTES) throw damaged("elle est incomplète")
  return found.size - CHECKSUM_BYTES
}
