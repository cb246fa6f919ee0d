import { createHash } from "node:crypto"
import { open } from "node:fs/promises"
import { Header, Pax } from "tar"
import { BackupError } from "./backup-error.ts"
import type { FileFacts } from "./manifest.ts"

export const BLOCK = 512

/** Two empty blocks end a tar file. */
const END = Buffer.alloc(2 * BLOCK)

/** After the end, where tar programs read no more: the SHA-256 of all before, so that a changed byte anywhere shows. */
export function sealOf(digest: string): string {
  return `sha256:${digest}\n`
}

export const SEAL_BYTES = sealOf("0".repeat(64)).length

export type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** A new tar file, readable by its owner alone. */
export async function createArchive(path: string) {
  const file = await open(path, "wx", 0o600)
  const seal = createHash("sha256")

  async function append(bytes: Uint8Array) {
    seal.update(bytes)
    await file.appendFile(bytes)
  }

  return {
    /** Answers what was put in, as the manifest lists it. */
    async add(name: string, bytes: number, content: Content): Promise<FileFacts> {
      await append(headerOf(name, bytes))
      const digest = createHash("sha256")
      let written = 0
      for await (const chunk of content) {
        digest.update(chunk)
        written += chunk.length
        await append(chunk)
      }
      if (written !== bytes) throw new BackupError(`${name} a changé pendant la sauvegarde, recommencez`)
      await append(Buffer.alloc(paddingAfter(bytes)))
      return { name, bytes, sha256: digest.digest("hex") }
    },

    async finish() {
      await append(END)
      await file.appendFile(sealOf(seal.digest("hex")))
      await file.sync()
    },

    [Symbol.asyncDispose]: () => file.close(),
  }
}

/** Contents fill whole blocks. */
export function paddingAfter(bytes: number): number {
  return (BLOCK - (bytes % BLOCK)) % BLOCK
}

function headerOf(name: string, size: number): Buffer {
  const header = new Header({ path: name, size, mode: 0o600, mtime: new Date(), type: "File" })
  header.encode()
  const block = header.block ?? Buffer.alloc(0)
  return header.needPax ? Buffer.concat([new Pax({ path: name, size }).encode(), block]) : block
}
