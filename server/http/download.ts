import { ReadableStream } from "node:stream/web"

/** Responds with a CSV file to download, whose parts are read as fast as the client takes them. */
export function csvDownload(fileName: string, parts: AsyncIterable<string>): Response {
  return download("text/csv; charset=utf-8", fileName, parts)
}

export function jsonDownload(fileName: string, parts: AsyncIterable<string>): Response {
  return download("application/json", fileName, parts)
}

function download(type: string, fileName: string, parts: AsyncIterable<string>): Response {
  const headers = {
    "Content-Type": type,
    "Content-Disposition": `attachment; filename="${fileName}"`,
    "Cache-Control": "no-store",
  }
  return new Response(ReadableStream.from(encode(parts)) as BodyInit, { headers })
}

async function* encode(parts: AsyncIterable<string>) {
  const encoder = new TextEncoder()
  for await (const part of parts) yield encoder.encode(part)
}

const CHUNK_SIZE = 500

/** Reads rows chunk by chunk while they are sent; a failure to read the first one still causes an error response. */
export async function readInChunks<Row>(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<readonly Row[]>,
): Promise<AsyncIterable<readonly Row[]>> {
  const first = await read(ids.slice(0, CHUNK_SIZE))
  return (async function* () {
    yield first
    for (let start = CHUNK_SIZE; start < ids.length; start += CHUNK_SIZE) {
      yield await read(ids.slice(start, start + CHUNK_SIZE))
    }
  })()
}
