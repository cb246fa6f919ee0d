import { createHash } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { AwsV4Signer } from "aws4fetch"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"
import { UnusableImageStore, unavailable } from "./image-store.ts"

export interface S3Settings {
  bucket: string
  /** The prefix has no slashes at its ends, and may be empty. */
  prefix: string
  region: string
  /** The endpoint of another provider than AWS, which gets the bucket in the path. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

interface S3Request {
  query?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

type SignalledRequest = S3Request & { signal: AbortSignal }

/** All attempts together have this time until the response begins. */
const RESPONSE_MS = 10_000
/** Requests with a body have this time, which includes sending an image. */
const UPLOAD_MS = 30_000
/** Two parts of a body may be this far apart. */
const STALL_MS = 10_000
const ATTEMPTS = 3
const PAUSE_MS = 100

const EMPTY_HASH = createHash("sha256").digest("hex")

export interface S3Response {
  headers: Headers
  /** It must be read or cancelled. */
  body: ReadableStream<Uint8Array>
}

/** Sends signed requests for the objects of one bucket. Each may be repeated, as a name's content never changes. */
export function createS3Client({ bucket, endpoint, region, ...keys }: S3Settings) {
  const base = endpoint ? `${endpoint.replace(/\/$/, "")}/${bucket}/` : `https://${bucket}.s3.${region}.amazonaws.com/`

  /** Returns undefined if there is no such object; throws for any other failure. */
  async function send(method: string, key: string, request: S3Request = {}): Promise<S3Response | undefined> {
    const timeout = new AbortController()
    const limitMs = request.body ? UPLOAD_MS : RESPONSE_MS
    const timer = setTimeout(() => timeout.abort(new Error("S3 does not answer")), limitMs)
    try {
      return await sendUntilAnswered(method, key, { ...request, signal: timeout.signal })
    } finally {
      clearTimeout(timer)
    }
  }

  async function sendUntilAnswered(method: string, key: string, request: SignalledRequest) {
    for (let attempt = 1; ; attempt += 1) {
      // `instanceof Response` would not work, since Hono's adapter replaces the global class.
      const { response, error } = await sendOnce(method, key, request).then(
        (response) => ({ response, error: undefined }),
        (error: unknown) => ({ response: undefined, error }),
      )
      if (response?.ok) return await rejectWebPage(response)
      const failure = response ? await readFailure(response) : undefined
      if (failure && isMissingObject(failure, { method, key })) return undefined
      const isPassing = !failure || failure.isFromProxy || failure.status >= 500 || failure.status === 429
      if (!isPassing || attempt === ATTEMPTS || request.signal.aborted)
        throw failure ? explain(failure) : unavailable(error)
      await pause(PAUSE_MS * 2 ** attempt)
    }
  }

  async function sendOnce(method: string, key: string, { query, body, headers, signal }: SignalledRequest) {
    const url = `${base}${key}${query ? `?${new URLSearchParams(query)}` : ""}`
    const hash = body ? createHash("sha256").update(body).digest("hex") : EMPTY_HASH
    const signer = new AwsV4Signer({
      ...keys,
      method,
      url,
      region,
      service: "s3",
      headers: { ...headers, "X-Amz-Content-Sha256": hash },
    })
    const signed = await signer.sign()
    // This header is not signed, since proxies change it; compressed content would come without its length.
    signed.headers.set("Accept-Encoding", "identity")
    return fetch(signed.url, { method, headers: signed.headers, body: body ?? null, signal })
  }

  /** Returns the whole body, with a second request if it breaks off, or undefined if there is no such object. */
  async function read(key: string, request: S3Request = {}, isRetry = false): Promise<Buffer | undefined> {
    const found = await send("GET", key, request)
    try {
      return found && (await readBody(found))
    } catch (error) {
      if (isRetry) throw error
      return read(key, request, true)
    }
  }

  return { send, read }
}

export async function readBody({ body }: S3Response): Promise<Buffer<ArrayBuffer>> {
  try {
    return Buffer.from(await new Response(body).arrayBuffer())
  } catch (error) {
    throw unavailable(error)
  }
}

/** Fails if S3 stops sending; the reader may take as long as it likes. */
function bodyOf(response: Response): ReadableStream<Uint8Array> {
  const reader = (response.body ?? new Blob().stream()).getReader()
  return new ReadableStream({
    async pull(controller) {
      const stalled = Promise.withResolvers<never>()
      const timer = setTimeout(() => stalled.reject(new Error("S3 has stopped sending")), STALL_MS)
      try {
        const { done, value } = await Promise.race([reader.read(), stalled.promise])
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        await reader.cancel(error).catch(() => {})
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** Rejects a web page, which comes from a proxy or another service that has stored and found nothing. */
async function rejectWebPage(response: Response): Promise<S3Response> {
  if (!isWebPage(response)) return { headers: response.headers, body: bodyOf(response) }
  await response.body?.cancel()
  throw notS3()
}

function isWebPage({ headers, status }: Response): boolean {
  // OpenStack's Swift declares its empty answers as HTML, too.
  const isEmpty = status === 204 || headers.get("Content-Length") === "0"
  return !isEmpty && headers.get("Content-Type")?.startsWith("text/html") === true
}

export function notS3(): AppError {
  return unavailable(new UnusableImageStore("cette adresse répond, mais ce n’est pas un service S3"))
}

interface Failure {
  status: number
  /** S3's error code, which responses to HEAD lack. */
  code: string
  /** Whether the answer comes from a proxy between the site and S3. */
  isFromProxy: boolean
}

/** Reads only the code, since the rest of the answer may repeat the request with its keys. */
async function readFailure(response: Response): Promise<Failure> {
  const xml = await new Response(bodyOf(response)).text().catch(() => "")
  const [, code = ""] = /<Code>(\w+)<\/Code>/.exec(xml) ?? []
  return { status: response.status, code, isFromProxy: isWebPage(response) }
}

/** Whether S3 says that it lacks the object. A missing bucket is a failure, since it can store and list nothing. */
function isMissingObject({ status, code, isFromProxy }: Failure, { method, key }: { method: string; key: string }) {
  return status === 404 && !isFromProxy && code !== "NoSuchBucket" && key !== "" && method !== "PUT"
}

/** S3's error codes for a bucket that accepts no more. */
const full = /QuotaExceeded|InsufficientStorage|StorageFull|XMinioStorageFull/

/** Explains a failure of S3 to visitors, with its own code as the cause for the log. */
function explain({ status, code }: Failure): AppError {
  const cause = new Error(`S3 ${status} ${code}`)
  if (status === 507 || full.test(code)) return new AppError("full", responseTexts.diskFull, { cause })
  return unavailable(cause)
}
