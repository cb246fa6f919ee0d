import type { Context } from "hono"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"

interface PartialBody {
  content: Buffer
  /** The error that ended the body early. */
  interruption?: unknown
}

/** Reads a body of at most that many bytes, and returns those that arrived before the client disconnected. */
export async function readPartialBody(
  c: Context,
  maxBytes: number,
  checkPace: (bytes: number) => void = () => {},
): Promise<PartialBody> {
  // A half-read body would corrupt the keep-alive connection, so a larger one is not read at all.
  if (Number(c.req.header("Content-Length")) > maxBytes) rejectBody()
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > maxBytes) {
        c.header("Connection", "close")
        rejectBody()
      }
      chunks.push(chunk)
      checkPace(bytes)
    }
  } catch (interruption) {
    // A part that comes too slowly counts as far as it has come.
    if (interruption instanceof AppError && interruption.code !== "unavailable") throw interruption
    return { content: Buffer.concat(chunks), interruption }
  }
  return { content: Buffer.concat(chunks) }
}

function rejectBody(): never {
  throw new AppError("too_large", responseTexts.bodyTooLarge)
}
