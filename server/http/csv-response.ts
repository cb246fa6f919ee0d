import { ReadableStream } from "node:stream/web"

/** A file to download, sent as fast as the client reads it: text that nobody waits for is never made. */
export function csvResponse(fileName: string, parts: AsyncIterable<string>): Response {
  return download("text/csv; charset=utf-8", fileName, parts)
}

/** A file of JSON to download, likewise. */
export function jsonFile(fileName: string, parts: AsyncIterable<string>): Response {
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
