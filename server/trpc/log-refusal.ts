import { maskEmail } from "#server/audit/mask-email.ts"
import type { Right } from "#server/contract/domains/domains.ts"
import type { Context } from "./context.ts"

type Client = Pick<Context, "log" | "clientIp" | "userAgent">

interface Refused {
  accountId?: number | undefined
  tokenId?: number | undefined
  /** What was typed; where an account has it, its number says more. */
  email?: string | undefined
  right?: Right
}

const DEVICE_MAX = 120
const EMAIL_MAX = 100

/** Logs what a guesser or a thief would also do, with whom it concerns and where it comes from. */
export function logRefusal({ log, clientIp, userAgent }: Client, event: string, { email, ...refused }: Refused): void {
  // Without an at sign it may be a password in the wrong field.
  const masked = email?.includes("@") ? maskEmail(email).slice(0, EMAIL_MAX) : undefined
  log.warn({ ...refused, email: masked, ip: clientIp || undefined, device: userAgent?.slice(0, DEVICE_MAX) }, event)
}
