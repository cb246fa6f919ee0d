import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { Header, Pax } from "tar"
import { BLOCK, paddingAfter, SEAL_BYTES, sealOf } from "./archive.ts"
import { BackupError } from "./backup-error.ts"

/** A long name's header holds little more than that name. */
const PAX_BYTES_MAX = 8192

export interface Entry {
  name: string
  bytes: number
  content(): AsyncIterable<Buffer>
}

export function damaged(reason: string): BackupError {
  return new BackupError(`La sauvegarde est endommagée et n’a pas été utilisée : ${reason}`)
}

/** Reads the whole file once; it is refused when any byte of it is not the one that was written. */
export async function checkSeal(path: string, advance: (bytes: number) => void): Promise<void> {
  const end = await sealStart(path)
  const digest = createHash("sha256")
  for await (const chunk of contentOf(path, 0, end)) {
    digest.update(chunk)
    advance(chunk.length)
  }
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(SEAL_BYTES), 0, SEAL_BYTES, end)
  advance(SEAL_BYTES)
  if (buffer.toString("latin1") !== sealOf(digest.digest("hex"))) throw damaged("son empreinte ne correspond pas")
}

/** The entries of a tar file in their order. Anything but plain files is refused. */
export async function* readEntries(path: string, advance: (bytes: number) => void): AsyncGenerator<Entry> {
  const end = await sealStart(path)
  await using file = await open(path)
  let longName: string | undefined
  for (let at = 0; at < end; ) {
    const header = await readHeader(file, at)
    if (!header) return advance(end + SEAL_BYTES - at)
    const { type, size, name } = header
    const start = at + BLOCK
    if (start + size > end) throw damaged("elle est incomplète")
    if (type === "ExtendedHeader") longName = await readLongName(file, start, size)
    else if (type === "File") {
      yield { name: longName ?? name, bytes: size, content: () => contentOf(path, start, start + size) }
      longName = undefined
    } else throw damaged(`« ${name} » n’est pas un fichier ordinaire`)
    const next = start + size + paddingAfter(size)
    advance(next - at)
    at = next
  }
}

/** Undefined at the archive's end. */
async function readHeader(file: FileHandle, at: number) {
  const { buffer } = await file.read(Buffer.alloc(BLOCK), 0, BLOCK, at)
  const header = new Header(buffer)
  if (header.nullBlock) return undefined
  const { cksumValid, type, size = -1, path = "" } = header
  if (!cksumValid || !Number.isSafeInteger(size) || size < 0) throw damaged("un en-tête est illisible")
  return { type, size, name: path }
}

async function readLongName(file: FileHandle, start: number, size: number): Promise<string> {
  if (size > PAX_BYTES_MAX) throw damaged("un en-tête est trop long")
  const { buffer } = await file.read(Buffer.alloc(size), 0, size, start)
  return Pax.parse(buffer.toString("utf8")).path ?? ""
}

async function sealStart(path: string): Promise<number> {
  await using file = await open(path)
  const found = await file.stat()
  if (!found.isFile()) throw new BackupError(`${path} n’est pas un fichier`)
  if (found.size <= SEAL_BYTES) throw damaged("elle est incomplète")
  return found.size - SEAL_BYTES
}

async function* contentOf(path: string, start: number, end: number): AsyncGenerator<Buffer> {
  if (end > start) yield* createReadStream(path, { start, end: end - 1, highWaterMark: 1 << 20 })
}
