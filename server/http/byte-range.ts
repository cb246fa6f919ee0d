import { ReadableStream } from "node:stream/web"
import { responseTexts } from "#server/contract/response-texts.ts"

interface Range {
  start: number
  /** The last byte that belongs to the range. */
  end: number
}

/**
 * Returns the part of the file that the request wants (RFC 9110 §14). The whole file answers what may be ignored:
 * several ranges, one in another unit or of another version, and any range of a compressed text.
 */
export function respondRange({ method, headers }: Request, file: Response): Response {
  const size = Number(file.headers.get("Content-Length"))
  if (file.status !== 200 || file.headers.has("Content-Encoding") || !size) return file
  file.headers.set("Accept-Ranges", "bytes")
  const wanted = method === "GET" && isSameVersion(headers.get("If-Range"), file) && headers.get("Range")
  const range = wanted ? parseRange(wanted, size) : undefined
  if (range === undefined || file.body === null) return file
  if (range === "unsatisfiable") {
    void file.body.cancel()
    const body = { success: false, message: responseTexts.unknownRange }
    return Response.json(body, {
      status: 416,
      headers: { "Content-Range": `bytes */${size}`, "Cache-Control": "no-store" },
    })
  }
  const part = new Response(ReadableStream.from(slice(file.body, range)) as BodyInit, {
    status: 206,
    headers: file.headers,
  })
  part.headers.set("Content-Range", `bytes ${range.start}-${range.end}/${size}`)
  part.headers.set("Content-Length", String(range.end - range.start + 1))
  return part
}

/** A weak ETag does not tell the bytes, and no file has a date. */
function isSameVersion(ifRange: string | null, file: Response): boolean {
  return ifRange === null || (ifRange.startsWith('"') && ifRange === file.headers.get("ETag"))
}

function parseRange(header: string, size: number): Range | "unsatisfiable" | undefined {
  const [, first, last] = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header) ?? []
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined
  // Without a first byte, it is the number of the last ones.
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1)
  return start < size && start <= end ? { start, end } : "unsatisfiable"
}

async function* slice(body: AsyncIterable<Uint8Array>, { start, end }: Range) {
  let position = 0
  for await (const chunk of body) {
    const part = chunk.subarray(Math.max(0, start - position), Math.max(0, end + 1 - position))
    if (part.length > 0) yield part
    position += chunk.length
    if (position > end) return
  }
}
