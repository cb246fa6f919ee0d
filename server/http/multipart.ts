import { createWriteStream, openAsBlob } from "node:fs"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ReadableStream } from "node:stream/web"
import { Busboy } from "@fastify/busboy"
import type { Context } from "hono"
import { IMAGES_MAX } from "#server/contract/project-drafts.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError, isDiskFull } from "#server/errors.ts"
import { temporaryPath } from "#server/files.ts"
import { rejectMissingFolder } from "#server/images/store/image-store.ts"
import type { AppEnv } from "./app-env.ts"
import { receiveInTurn, SMALL_BYTES } from "./visitor-turns.ts"

/** A body may contain so many images of 10 MiB, and the fields around them. */
export function maxBytesOf(images: number): number {
  return (images * 10 + 1) * 1024 * 1024
}

/** These exceed all limits of images and fields, so that their validation reports what is cut off here. */
const limits = { fileSize: 10 * 1024 * 1024 + 1, fields: 100, fieldSize: 64 * 1024, fieldNameSize: 100 }

/** This is the time for each chunk, and for the end once the whole body has arrived. */
const PARSER_TIMEOUT_MS = 20_000

/**
 * Parses a multipart request with at most so many images, and passes its form to `work`. Files stay on the disk until
 * `work` has ended.
 */
export function withMultipart<Result>(
  c: Context<AppEnv>,
  work: (form: FormData) => Promise<Result>,
  images = IMAGES_MAX,
): Promise<Result> {
  const receive = (checkPace: (bytes: number) => void) => receiveMultipart(c, work, { images, checkPace })
  const isSmall = Number(c.req.header("Content-Length")) <= SMALL_BYTES
  return isSmall ? receive(() => {}) : receiveInTurn(c.get("context"), receive)
}

async function receiveMultipart<Result>(
  c: Context<AppEnv>,
  work: (form: FormData) => Promise<Result>,
  { images, checkPace }: Pick<Form, "images" | "checkPace">,
): Promise<Result> {
  if (!isMultipart(c)) throw new AppError("unsupported", responseTexts.multipartRequired)
  const boundary = parseBoundary(c.req.header("Content-Type") ?? "")
  if (Number(c.req.header("Content-Length")) > maxBytesOf(images)) {
    c.header("Connection", "close")
    throw new AppError("too_large", responseTexts.bodyTooLarge)
  }
  const folder = temporaryPath(c.get("context").images.temporaryFolder)
  try {
    await mkdir(folder, { mode: 0o700 }).catch(rejectMissingFolder)
    const form = await readForm(c.req.raw.body, { boundary, folder, images, checkPace }).catch((error) => {
      // The rest of the body is not read, so the connection cannot take another request.
      c.header("Connection", "close")
      throw error
    })
    return await work(form)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export function isMultipart(c: Context): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(c.req.header("Content-Type") ?? "")
}

/** Accepts 1 to 70 characters, the last no space (RFC 2046 §5.1.1). With an empty one the parser never ends. */
function parseBoundary(type: string): string {
  const [, quoted, token] = /;\s*boundary\s*=\s*(?:"([^"\\]*)"|([^\s";\\]*))\s*(?:;|$)/i.exec(type) ?? []
  const boundary = quoted ?? token ?? ""
  if (!/^[ -~]{0,69}[!-~]$/.test(boundary)) throw new AppError("invalid", responseTexts.malformedForm)
  return boundary
}

interface Form {
  boundary: string
  folder: string
  images: number
  /** Throws if the body comes too slowly. */
  checkPace: (bytes: number) => void
}

async function readForm(body: Request["body"], { boundary, folder, images, checkPace }: Form): Promise<FormData> {
  const parts: Promise<[name: string, value: string | File]>[] = []
  const failure = new AbortController()
  const limit = limitBody(failure, { maxBytes: maxBytesOf(images), checkPace })
  function add(part: Promise<[string, string | File]>) {
    parts.push(part)
    part.catch((error) => failure.abort(error))
  }
  try {
    const headers = { "content-type": `multipart/form-data; boundary="${boundary}"` }
    const parser = new Busboy({ headers, limits: { ...limits, files: images + 1 } })
    parser.on("field", (name, value) => add(Promise.resolve([name, value])))
    parser.on("file", (name, content, filename = "") => {
      const path = join(folder, String(parts.length))
      add(writeFile(content, path, filename, failure.signal).then((file) => [name, file]))
    })
    const source = body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
    await pipeline(source, limit.pass, parser, { signal: failure.signal })
    const form = new FormData()
    for (const [name, value] of await Promise.all(parts)) form.append(name, value as string)
    return form
  } catch (error) {
    // In a truncated body the last part never ends. The first failure is the one to report.
    failure.abort(error)
    await Promise.allSettled(parts)
    const cause = failure.signal.reason
    if (cause instanceof AppError || isDiskFull(cause)) throw cause
    throw new AppError("invalid", responseTexts.malformedForm, { cause })
  } finally {
    limit.clear()
  }
}

async function writeFile(content: Readable, path: string, filename: string, signal: AbortSignal): Promise<File> {
  await pipeline(content, createWriteStream(path, { mode: 0o600 }), { signal })
  return new File([await openAsBlob(path)], filename)
}

/** Leaves out the empty file that browsers send for a field without a selected file. */
export function selectedFiles(values: readonly FormDataEntryValue[]): File[] {
  return values.filter((value) => value instanceof File && (value.name !== "" || value.size > 0)) as File[]
}

/** Limits the size of the body and the time of its parser, but not the time that the client needs. */
function limitBody(failure: AbortController, { maxBytes, checkPace }: Pick<Form, "checkPace"> & { maxBytes: number }) {
  let size = 0
  let timer: NodeJS.Timeout | undefined
  const clear = () => clearTimeout(timer)
  function startTimer() {
    const cause = new Error("The multipart parser did not end in time")
    const fail = () => failure.abort(new AppError("unavailable", responseTexts.busy, { cause, retryAfter: 5 }))
    timer = setTimeout(fail, PARSER_TIMEOUT_MS)
  }
  async function* pass(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxBytes) throw new AppError("too_large", responseTexts.bodyTooLarge)
      checkPace(size)
      startTimer()
      yield chunk
      clear()
    }
    startTimer()
  }
  return { pass, clear }
}
