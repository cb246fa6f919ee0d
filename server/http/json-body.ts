import type { Context } from "hono"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"

/** Rejects invalid UTF-8, which would be stored with replacement characters. */
const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Reads the JSON body of a REST call, which the called procedure validates. */
export async function readJson(c: Context): Promise<unknown> {
  if (mediaTypeOf(c) !== "application/json") throw new AppError("unsupported", responseTexts.jsonRequired)
  const body = await c.req.arrayBuffer()
  try {
    return JSON.parse(utf8.decode(body))
  } catch (cause) {
    throw new AppError("invalid", responseTexts.malformedJson, { cause })
  }
}

/** Returns the media type of the body without its parameters. */
export function mediaTypeOf(c: Context): string | undefined {
  return c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase()
}

/** Reads a whole number in a URL; returns NaN for anything else, which no procedure accepts. */
export function readNumber(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}
