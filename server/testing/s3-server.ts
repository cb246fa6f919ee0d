import { createHash, createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import type { S3Settings } from "#server/images/store/s3-client.ts"

/** Describes how the server misbehaves, for requests of one method or of all. */
interface Fault {
  method?: string
  /** A delay before the answer. */
  delayMs?: number
  status?: number
  code?: string
  /** The server ends the connection after this many bytes of a body, sent or received. */
  cutAfter?: number
}

interface StoredObject {
  content: Buffer
  modifiedAt: Date
}

const SKEW_MS = 15 * 60_000

interface Options {
  /** The number of objects in a page of a list, which is so small that every list has pages. */
  listPage?: number
}

const account = { accessKeyId: "test-key", secretAccessKey: "test-secret" }
const place = { bucket: "pictures", prefix: "site", region: "eu-test-1" }

/** Starts an S3 server in memory that rejects each request whose signature, date or hash is wrong. */
export async function startS3Server({ listPage = 3 }: Options = {}) {
  const objects = new Map<string, StoredObject>()
  const requests: string[] = []
  let fault: Fault = {}

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { method = "", url = "" } = request
    requests.push(`${method} ${url}`)
    const current = fault.method === undefined || fault.method === method ? fault : {}
    const body = await receive(request, method === "PUT" ? current.cutAfter : undefined)
    if (!body) return
    // If the client does not wait for the end, the test must not wait either.
    if (current.delayMs) await pause(current.delayMs, undefined, { ref: false })
    if (current.status) return sendError(response, current.status, current.code ?? "InternalError")
    const rejection = verify(request, body)
    if (rejection) return sendError(response, 403, rejection)
    const { pathname, searchParams } = new URL(url, "http://s3")
    const [, bucket, ...names] = decodeURIComponent(pathname).split("/")
    if (bucket !== place.bucket) return sendError(response, 404, "NoSuchBucket")
    const key = names.join("/")
    if (method === "GET" && searchParams.get("list-type") === "2")
      return sendList(response, objects, searchParams, listPage)
    if (method === "PUT") objects.set(key, { content: body, modifiedAt: new Date() })
    if (method === "DELETE") objects.delete(key)
    if (method === "PUT" || method === "DELETE") return response.writeHead(method === "PUT" ? 200 : 204).end()
    const found = objects.get(key)
    if (!found) return sendError(response, 404, "NoSuchKey")
    response.writeHead(200, {
      "Content-Length": found.content.length,
      "Last-Modified": found.modifiedAt.toUTCString(),
    })
    if (method === "HEAD") return response.end()
    if (current.cutAfter === undefined) return response.end(found.content)
    response.write(found.content.subarray(0, current.cutAfter), () => response.destroy())
  }

  // A client may disconnect in the middle of its request.
  const server = createServer((request, response) => answer(request, response).catch(() => response.destroy()))
  await once(server.listen(0, "127.0.0.1"), "listening")
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings: S3Settings = { ...account, ...place, endpoint }
  return {
    settings,
    /** Returns the environment of a site with its images there, separated from those of other sites by the prefix. */
    environment: (prefix: string) => environmentOf({ ...settings, prefix }),
    objects,
    /** The methods and URLs of all requests so far. */
    requests,
    misbehave(next: Fault) {
      fault = next
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Returns undefined if the connection was cut. */
async function receive(request: IncomingMessage, cutAfter = Number.POSITIVE_INFINITY): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    parts.push(part)
    bytes += part.length
    if (bytes <= cutAfter) continue
    request.destroy()
    return undefined
  }
  return Buffer.concat(parts)
}

export function environmentOf({ bucket, prefix, endpoint, region, accessKeyId, secretAccessKey }: S3Settings) {
  return {
    IMAGE_STORE_URL: `s3://${bucket}/${prefix}?endpoint=${endpoint}&region=${region}`,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  }
}

function sendError(response: ServerResponse, status: number, code: string) {
  response.writeHead(status, { "Content-Type": "application/xml" })
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

function sendList(
  response: ServerResponse,
  objects: Map<string, StoredObject>,
  query: URLSearchParams,
  listPage: number,
) {
  const prefix = query.get("prefix") ?? ""
  const after = query.get("continuation-token") ?? ""
  const left = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const page = left.slice(0, listPage)
  const next = left.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ""
  // RadosGW writes an apostrophe like this, whatever the encoding.
  const keys = page.map((key) => encodeURIComponent(key).replaceAll("'", "&apos;"))
  const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join("")
  response.writeHead(200, { "Content-Type": "application/xml" })
  response.end(`<ListBucketResult><IsTruncated>${next !== ""}</IsTruncated>${next}${contents}</ListBucketResult>`)
}

/** Returns S3's error code for the request, or undefined if it is correct. */
function verify(request: IncomingMessage, body: Buffer): string | undefined {
  const { headers, method = "", url = "" } = request
  const date = String(headers["x-amz-date"])
  const sentAt = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"))
  if (!(Math.abs(Date.now() - sentAt) < SKEW_MS)) return "RequestTimeTooSkewed"
  const hash = createHash("sha256").update(body).digest("hex")
  if (headers["x-amz-content-sha256"] !== hash) return "XAmzContentSHA256Mismatch"
  const given = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? "",
  )
  if (!given) return "AccessDenied"
  const [, credential = "", signedHeaders = "", signature] = given
  const scope = `${date.slice(0, 8)}/${place.region}/s3/aws4_request`
  if (credential !== `${account.accessKeyId}/${scope}`) return "InvalidAccessKeyId"
  const names = signedHeaders.split(";")
  if (!["host", "x-amz-content-sha256", "x-amz-date"].every((name) => names.includes(name))) return "AccessDenied"
  const [path = "", query = ""] = url.split("?")
  const canonical = [
    method,
    path,
    query
      .split("&")
      .filter(Boolean)
      .map((part) => (part.includes("=") ? part : `${part}=`))
      .sort()
      .join("&"),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    "",
    signedHeaders,
    hash,
  ].join("\n")
  const text = ["AWS4-HMAC-SHA256", date, scope, createHash("sha256").update(canonical).digest("hex")].join("\n")
  const key = scope
    .split("/")
    .reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${account.secretAccessKey}`)
  return hmac(key, text).toString("hex") === signature ? undefined : "SignatureDoesNotMatch"
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest()
}
