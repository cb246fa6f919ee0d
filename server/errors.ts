import { TRPCError } from "@trpc/server"
import type { TRPC_ERROR_CODE_KEY } from "@trpc/server/rpc"
import { $ZodError } from "zod/v4/core"
import { words } from "./contract/words.ts"

/** Each way a call can fail, with its HTTP status and its tRPC code. */
const codes = {
  invalid: [400, "BAD_REQUEST"],
  unauthorized: [401, "UNAUTHORIZED"],
  forbidden: [403, "FORBIDDEN"],
  not_found: [404, "NOT_FOUND"],
  conflict: [409, "CONFLICT"],
  too_large: [413, "PAYLOAD_TOO_LARGE"],
  unsupported: [415, "UNSUPPORTED_MEDIA_TYPE"],
  throttled: [429, "TOO_MANY_REQUESTS"],
  internal: [500, "INTERNAL_SERVER_ERROR"],
  unavailable: [503, "SERVICE_UNAVAILABLE"],
  full: [507, "INTERNAL_SERVER_ERROR"],
} as const satisfies Record<string, readonly [number, TRPC_ERROR_CODE_KEY]>

export type ErrorCode = keyof typeof codes

export type HttpStatus = (typeof codes)[ErrorCode][0]

interface ErrorDetails {
  /** One French message per faulty field, in wire names. */
  fields?: Record<string, string>
  /** Seconds until the call may be tried again. */
  retryAfter?: number
  cause?: unknown
}

/** A failure that its caller may be told about, in French. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, { fields, retryAfter, cause }: ErrorDetails = {}) {
    super(message, { cause })
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
  }

  get status(): HttpStatus {
    return codes[this.code][0]
  }

  get trpcCode(): TRPC_ERROR_CODE_KEY {
    return codes[this.code][1]
  }
}

/** The one place that decides what a failure is: anything not foreseen is internal and keeps its cause for the log. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof AppError) return cause
  if (error instanceof $ZodError) return invalidFields(error)
  if (cause instanceof $ZodError) return invalidFields(cause)
  const databaseCode = sqliteCode(error) ?? sqliteCode(cause)
  if (databaseCode === "SQLITE_FULL") return new AppError("full", words.diskFull, { cause: error })
  if (databaseCode?.startsWith("SQLITE_BUSY"))
    return new AppError("unavailable", words.busy, { cause: error, retryAfter: 5 })
  if (error instanceof TRPCError) return fromTrpc(error)
  return new AppError("internal", words.internal, { cause: error })
}

function fromTrpc(error: TRPCError): AppError {
  const known = Object.entries(codes).find(([, [, trpcCode]]) => trpcCode === error.code)
  if (!known || known[0] === "internal") return new AppError("internal", words.internal, { cause: error })
  // tRPC's own refusals (an unknown procedure, a body that is no JSON) are English and name its internals.
  const message = known[0] === "not_found" ? words.pathUnknown : words.invalid
  return new AppError(known[0] as ErrorCode, message, { cause: error })
}

function invalidFields(error: $ZodError): AppError {
  const fields: Record<string, string> = {}
  for (const { path, message } of error.issues) fields[String(path[0] ?? "")] ??= message
  const messages = Object.values(fields)
  const message = messages.length === 1 && messages[0] ? messages[0] : words.invalid
  return new AppError("invalid", message, "" in fields ? {} : { fields })
}

function sqliteCode(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  return typeof code === "string" && code.startsWith("SQLITE_") ? code : undefined
}
