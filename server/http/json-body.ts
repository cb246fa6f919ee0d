import type { Context } from "hono"
import { messages } from "#server/contract/response-messages.ts"
import { AppError } from "#server/errors.ts"

/** Rejects what is no UTF-8, which would be stored with replacement characters. */
const utf8 = new TextDecoder("utf-8", { fatal: true })

/** The JSON body of a REST call, which the called procedure validates. */
export async function readJson(c: Context): Promise<unknown> {
  const type = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase()
  if (type !== "application/json") throw new AppError("unsupported", messages.jsonRequired)
  const body = await c.req.arrayBuffer()
  try {
    return JSON.parse(utf8.decode(body))
  } catch (cause) {
    throw new AppError("invalid", messages.malformedJson, { cause })
  }
}

/** A whole number in a URL; NaN for anything else, which no procedure accepts. */
export function readNumber(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}
