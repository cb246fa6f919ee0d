import type { Context } from "hono"
import { words } from "./contract/words.ts"
import { AppError } from "./errors.ts"

/** Twelve pictures of 10 MiB, and the fields around them. */
const BYTES_MAX = (12 * 10 + 1) * 1024 * 1024

/** The form of a REST call that bears files, measured while it arrives. */
export async function readMultipart(c: Context): Promise<FormData> {
  const type = c.req.header("Content-Type") ?? ""
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new AppError("unsupported", words.multipartOnly)
  if (Number(c.req.header("Content-Length")) > BYTES_MAX) throw new AppError("too_large", words.bodyTooLarge)
  const body = c.req.raw.body?.pipeThrough(upTo(BYTES_MAX)) ?? null
  try {
    return await new Response(body, { headers: { "Content-Type": type } }).formData()
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError("invalid", words.formUnreadable, { cause })
  }
}

/** The files that were chosen: a browser sends an empty one for a field in which there are none. */
export function chosenFiles(values: readonly FormDataEntryValue[]): File[] {
  return values.filter((value) => value instanceof File && (value.name !== "" || value.size > 0)) as File[]
}

function upTo(most: number) {
  let size = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length
      if (size > most) throw new AppError("too_large", words.bodyTooLarge)
      controller.enqueue(chunk)
    },
  })
}
