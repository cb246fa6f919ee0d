import type { Actor } from "#server/audit/audit-log.ts"
import type { ContentReader } from "#server/content/published/published.ts"
import type { SignedInAccount } from "#server/contract/accounts.ts"
import type { EmailService } from "#server/contract/messages.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import type { Database } from "#server/database/core/database.ts"
import type { ErrorCode } from "#server/errors.ts"
import type { ImageStore } from "#server/images/store/image-store.ts"
import type { Variants } from "#server/images/variants.ts"
import type { Log } from "#server/log.ts"
import type { CallQueue } from "./call-queue.ts"

export interface Context {
  db: Database
  log: Log
  now: () => Date
  /** The client's IPv4 address, or the /64 network of its IPv6 address. */
  rateLimitKey: string
  /** It is empty without a socket. */
  clientIp: string
  userAgent: string | null
  /** The scheme and host of the request's URL, which the client chooses unless `publicUrl` is configured. */
  origin: string
  publicUrl: string | undefined
  cookies: Cookies
  /** The id of the account that the call is meant for; undefined if it names none. */
  expectedAccount?: number | undefined
  /** Reads the session at the first call, and caches the account for the rest of the request. */
  currentAccount: () => Promise<SignedInAccount | undefined>
  rateLimits: boolean
  emailService: EmailService | undefined
  /** It is undefined without a configured mail server. */
  outbox: Outbox | undefined
  /** Whether answers to the site's mails join their requests. */
  readsMailbox: boolean
  /** The origin of mailed links, or undefined if no link can be mailed. */
  mailOrigin: string | undefined
  images: ImageStore
  preview?: ContentReader["preview"]
  /** While it is previewed, this project is shown at its URL whatever its state. */
  previewedProject?: ManagedProject | undefined
  variants: Variants
  /** Measures a call by the procedure's name. */
  observeProcedure: (name: string, seconds: number, code: ErrorCode | undefined) => void
  /** It is undefined for calls within this process, such as those of a page that is rendered. */
  callQueue?: CallQueue | undefined
}

export interface Cookies {
  read(name: CookieName): string | undefined
  /** Sets an HttpOnly, SameSite=Lax cookie for the whole site; a max-age of 0 removes it. */
  write(name: CookieName, value: string, maxAgeSeconds: number): void
}

type CookieName = "session" | "known" | "economie"

export interface AccountContext extends Context {
  account: SignedInAccount
  /** The account as the audit log names it. */
  actor: Actor
  /** Whether the request is a HEAD, whose response has no body. */
  isHead?: boolean
}

export interface Outbox {
  wake(): void
}

/** Returns the context without the client's data, so that results may be cached for everybody. */
export function anonymousContext(context: Context): Context {
  const cookies = { read: () => undefined, write: () => {} }
  return {
    ...context,
    rateLimitKey: "",
    clientIp: "",
    userAgent: null,
    cookies,
    expectedAccount: undefined,
    currentAccount: async () => undefined,
  }
}
