import type { Context } from "hono"
import { messages } from "#server/contract/response-messages.ts"
import { AppError } from "#server/errors.ts"

/** The JSON body of a REST call. Typed `never`: the procedure it is handed to judges it. */
export async function readJson(c: Context): Promise<never> {
  const type = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase()
  if (type !== "application/json") throw new AppError("unsupported", messages.jsonRequired)
  const body = await c.req.text()
  try {
    return JSON.parse(body) as never
  } catch (cause) {
    throw new AppError("invalid", messages.malformedJson, { cause })
  }
}

/** A whole number in an address; NaN for anything else, which the procedure it is handed to refuses. */
export function readNumber(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}
