import { TRPCError } from "@trpc/server"
import type { TRPC_ERROR_CODE_KEY } from "@trpc/server/rpc"
import { $ZodError, config } from "zod/v4/core"
import { fr } from "zod/v4/locales"
import { responseTexts } from "./contract/response-texts.ts"
import { databaseFailure } from "./database/failure.ts"

// Schemas without their own messages reject in French as well.
config(fr())

/** The ways in which a call can fail, each with its HTTP status and its tRPC code. */
const codes = {
  invalid: [400, "BAD_REQUEST"],
  unauthorized: [401, "UNAUTHORIZED"],
  forbidden: [403, "FORBIDDEN"],
  not_found: [404, "NOT_FOUND"],
  method_unknown: [405, "METHOD_NOT_SUPPORTED"],
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

type ErrorReason = "reauthentication" | "factor" | "factor proof" | "other account"

interface ErrorDetails {
  /** One French message per faulty field, by the field's name on the wire. */
  fields?: Record<string, string>
  /** The seconds until the call may be tried again. */
  retryAfter?: number
  /** The stored state that the call conflicts with. */
  current?: unknown
  /** The client can react to it by asking for the password again, or for a second factor. */
  reason?: ErrorReason
  cause?: unknown
}

/** A failure with a French message that the client may see. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfter: number | undefined
  readonly current: unknown
  readonly reason: ErrorReason | undefined

  constructor(code: ErrorCode, message: string, { fields, retryAfter, current, reason, cause }: ErrorDetails = {}) {
    super(message, { cause })
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
    this.current = current
    this.reason = reason
  }

  get status(): HttpStatus {
    return codes[this.code][0]
  }

  get trpcCode(): TRPC_ERROR_CODE_KEY {
    return codes[this.code][1]
  }
}

/** Rejects one field; its message stands for the whole input. */
export function fieldError(field: string, message: string, code: ErrorCode = "invalid"): AppError {
  return new AppError(code, message, { fields: { [field]: message } })
}

/** Returns the innermost error for operators, since fetch and drivers wrap the network's error. */
export function rootCause(error: Error): Error {
  return error.cause instanceof Error ? rootCause(error.cause) : error
}

/** Decides in one place what a failure is; any unforeseen error is internal and keeps its cause for the log. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof AppError) return cause
  if (error instanceof $ZodError) return invalidFields(error)
  if (cause instanceof $ZodError) return invalidFields(cause)
  const systemErrorCode = findSystemCode(error) ?? findSystemCode(cause) ?? ""
  if (diskFullCode.test(systemErrorCode)) return new AppError("full", responseTexts.diskFull, { cause: error })
  const failure = databaseFailure(error) ?? databaseFailure(cause)
  if (failure === "full") return new AppError("full", responseTexts.diskFull, { cause: error })
  // Commands check first and name the field; this covers a command that forgets it.
  if (failure === "duplicate") return new AppError("conflict", responseTexts.alreadyExists, { cause: error })
  if (failure === "invalid") return new AppError("invalid", responseTexts.invalid, { cause: error })
  if (failure === "locked" || failure === "unavailable")
    return new AppError("unavailable", responseTexts.busy, { cause: error, retryAfter: 5 })
  // The client disconnected, or was cut off, before its request was complete.
  if (systemErrorCode === "ECONNRESET") return new AppError("invalid", responseTexts.invalid, { cause: error })
  if (error instanceof TRPCError) return fromTrpc(error)
  return new AppError("internal", responseTexts.internal, { cause: error })
}

/** Replaces tRPC's own errors (unknown procedures, bodies that are no JSON), which are English and name internals. */
function fromTrpc(cause: TRPCError): AppError {
  switch (cause.code) {
    case "NOT_FOUND":
      return new AppError("not_found", responseTexts.unknownPath, { cause })
    case "METHOD_NOT_SUPPORTED":
      return new AppError("method_unknown", responseTexts.unknownMethod, { cause })
    case "UNSUPPORTED_MEDIA_TYPE":
      return new AppError("unsupported", responseTexts.jsonRequired, { cause })
    case "PAYLOAD_TOO_LARGE":
      return new AppError("too_large", responseTexts.bodyTooLarge, { cause })
    case "BAD_REQUEST":
    case "PARSE_ERROR":
      return new AppError("invalid", responseTexts.invalid, { cause })
    default:
      return new AppError("internal", responseTexts.internal, { cause })
  }
}

function invalidFields(error: $ZodError): AppError {
  const fields: Record<string, string> = {}
  for (const { path, message } of error.issues) fields[String(path[0] ?? "")] ??= message
  const rejections = Object.values(fields)
  const isIncomplete = rejections.includes(responseTexts.requiredFieldsMissing)
  const [only] = rejections.length === 1 ? rejections : []
  const message = isIncomplete ? responseTexts.requiredFieldsMissing : only || responseTexts.invalid
  return new AppError("invalid", message, "" in fields ? {} : { fields })
}

/** Also returns true for a folder that cannot be written; the site can still be read. */
export function isDiskFull(error: unknown): boolean {
  return toAppError(error).code === "full"
}

/** The file system's codes for a disk that is full or read-only. */
const diskFullCode = /^(ENOSPC|EDQUOT|EFBIG|EROFS|EACCES|EPERM)$/

function findSystemCode(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  // A TRPCError has its own codes, and the system's error as its cause.
  return typeof code === "string" && /^E[A-Z]+$/.test(code) ? code : undefined
}
