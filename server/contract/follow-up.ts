import * as z from "zod/mini"
import { kinshasaDay } from "./kinshasa-time.ts"
import { MESSAGE_OUTCOMES } from "./message-states.ts"
import { storable, trimText } from "./storable-text.ts"

export const REMARK_MAX = 500

const remark = z._default(
  z.string().check(trimText, z.maxLength(REMARK_MAX, `${REMARK_MAX} caractères au maximum`), storable),
  "",
)

/** A reminder to write to the sender again. */
export const FollowUp = z.object({
  /** The day in Kinshasa. */
  on: z.iso.date("Choisissez une date"),
  note: remark,
})

export const PAST_DAY = "Choisissez un jour à venir"

/** The server compares with its own clock. */
export const UpcomingFollowUp = FollowUp.check(
  z.refine(({ on }) => on >= kinshasaDay(new Date()), { path: ["on"], error: PAST_DAY }),
)

export type FollowUp = z.infer<typeof FollowUp>

/** The largest amount in US dollars. */
export const AMOUNT_MAX = 999_999_999

/** What became of the request. */
export const MessageOutcome = z.object({
  result: z.enum(MESSAGE_OUTCOMES, "Issue inconnue"),
  /** In whole US dollars. */
  amount: z.nullable(
    z
      .int("Écrivez un montant en dollars, sans centimes")
      .check(z.gte(0, "Le montant est négatif"), z.lte(AMOUNT_MAX, "Le montant est trop grand")),
  ),
  reason: remark,
})

export type MessageOutcome = z.infer<typeof MessageOutcome>
