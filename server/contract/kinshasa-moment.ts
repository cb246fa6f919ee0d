import * as z from "zod/mini"
import { formatKinshasaTime, parseKinshasaTime } from "./kinshasa-time.ts"
import { responseTexts } from "./response-texts.ts"

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** Whether it exists, unlike 31 February, which Date would parse as a day of March. */
function exists(moment: string): boolean {
  return formatKinshasaTime(parseKinshasaTime(moment)) === moment
}

/** Returns the schema of a date and time in Kinshasa, `YYYY-MM-DDTHH:MM`; if `optional`, the empty text means none. */
export function kinshasaMoment({ optional = false } = {}) {
  const isNone = (text: unknown) => typeof text !== "string" || (optional && text === "")
  return z.string(responseTexts.unknownMoment).check(
    z.refine((text) => isNone(text) || MOMENT.test(text), responseTexts.unknownMoment),
    z.refine((text) => isNone(text) || !MOMENT.test(text) || exists(text), responseTexts.noSuchMoment),
  )
}
