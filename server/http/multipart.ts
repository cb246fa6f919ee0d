import { createWriteStream, openAsBlob } from "node:fs"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ReadableStream } from "node:stream/web"
import { Busboy } from "@fastify/busboy"
import type { Context } from "hono"
import { messages } from "#server/contract/response-messages.ts"
import { AppError, isDiskFull } from "#server/errors.ts"
import { temporaryPath } from "#server/files.ts"
import type { AppEnv } from "./app-env.ts"

/** Twelve pictures of 10 MiB, and the fields around them. */
const BYTES_MAX = (12 * 10 + 1) * 1024 * 1024

/** What is cut off here is over every limit of the pictures and fields themselves. */
const limits = { fileSize: 10 * 1024 * 1024 + 1, files: 13, fields: 100, fieldSize: 64 * 1024, fieldNameSize: 100 }

/**
 * Reads the form of a REST call that bears files, and hands it to the work. The files wait on the disk instead of in
 * memory, and are gone when the work is done, however it ends.
 */
export async function withMultipart<Result>(
  c: Context<AppEnv>,
  work: (form: FormData) => Promise<Result>,
): Promise<Result> {
  const type = c.req.header("Content-Type") ?? ""
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new AppError("unsupported", messages.multipartRequired)
  if (Number(c.req.header("Content-Length")) > BYTES_MAX) throw new AppError("too_large", messages.bodyTooLarge)
  const folder = temporaryPath(c.get("context").images.temporaryFolder)
  try {
    await mkdir(folder)
    return await work(await readForm(c.req.raw.body, type, folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readForm(body: Request["body"], type: string, folder: string): Promise<FormData> {
  const parts: Promise<[name: string, value: string | File]>[] = []
  const failure = new AbortController()
  function add(part: Promise<[string, string | File]>) {
    parts.push(part)
    part.catch((error) => failure.abort(error))
  }
  try {
    const parser = new Busboy({ headers: { "content-type": type }, limits })
    parser.on("field", (name, value) => add(Promise.resolve([name, value])))
    parser.on("file", (name, content, filename = "") => {
      const path = join(folder, String(parts.length))
      add(keepFile(content, path, filename, failure.signal).then((file) => [name, file]))
    })
    const source = body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
    await pipeline(source, upTo(BYTES_MAX), parser, { signal: failure.signal })
    const form = new FormData()
    for (const [name, value] of await Promise.all(parts)) form.append(name, value as string)
    return form
  } catch (error) {
    // A body that broke off never ends its last part. The first failure is the one to tell.
    failure.abort(error)
    await Promise.allSettled(parts)
    const cause = failure.signal.reason
    if (cause instanceof AppError || isDiskFull(cause)) throw cause
    throw new AppError("invalid", messages.malformedForm, { cause })
  }
}

async function keepFile(content: Readable, path: string, filename: string, signal: AbortSignal): Promise<File> {
  await pipeline(content, createWriteStream(path), { signal })
  return new File([await openAsBlob(path)], filename)
}

/** The files that were chosen: a browser sends an empty one for a field in which there are none. */
export function chosenFiles(values: readonly FormDataEntryValue[]): File[] {
  return values.filter((value) => value instanceof File && (value.name !== "" || value.size > 0)) as File[]
}

function upTo(most: number) {
  let size = 0
  return async function* measure(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > most) throw new AppError("too_large", messages.bodyTooLarge)
      yield chunk
    }
  }
}
