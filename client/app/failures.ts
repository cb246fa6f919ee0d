import { notFound } from "@tanstack/react-router"
import { TRPCClientError } from "@trpc/client"
import type { $ZodError } from "zod/v4/core"
import type { AppRouter } from "#server/router.ts"
import { errors } from "./failure-texts.ts"

/** The server rejected the call with a message, the response was not the API's (a proxy's page), or none came. */
type FailureKind = "rejected" | "malformed" | "network"

export function failureKind(error: unknown): FailureKind {
  if (!(error instanceof TRPCClientError)) return "malformed"
  if (error.data) return "rejected"
  // A batch response that is no JSON carries no `meta`, only the error of parsing it.
  return error.meta?.response || error.cause instanceof SyntaxError ? "malformed" : "network"
}

/** Returns the error's own French text, if it has one. */
export function failureText(error: unknown): string | undefined {
  if (error instanceof TRPCClientError) {
    const kind = failureKind(error)
    return kind === "rejected" ? error.message : kind === "network" ? errors.network : undefined
  }
  // The EmailJS client rejects with `{ status, text }`.
  if (typeof error === "object" && error !== null && "text" in error && typeof error.text === "string")
    return error.text
  return undefined
}

/** Returns the screen's prefix and the error's text. */
export function loadingFailure(prefix: string, error: unknown): string {
  return prefix + (failureText(error) || errors.projects.server)
}

export function errorData(error: unknown) {
  return error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data : undefined
}

/** Returns the error messages of the fields that the server rejected, by field name. */
export function rejectedFields(error: unknown): Record<string, string> | undefined {
  return errorData(error)?.fields
}

export function isCode(error: unknown, code: "unauthorized" | "forbidden" | "not_found" | "conflict"): boolean {
  return errorData(error)?.code === code
}

/** For the `catch` of a loader whose route has a page for what is not found. */
export function throwNotFound(error: unknown): never {
  throw isCode(error, "not_found") ? notFound() : error
}

/** Whether the session has ended, or somebody else has logged in with this browser meanwhile. */
export function isSessionOver(error: unknown): boolean {
  return isCode(error, "unauthorized") || errorData(error)?.reason === "other account"
}

/** Whether the server rejects a call until the password or a passkey is given again. */
export function needsReauthentication(error: unknown): boolean {
  return errorData(error)?.reason === "reauthentication"
}

/** Whether the session lacks a second factor. */
export function lacksFactor(error: unknown): boolean {
  return errorData(error)?.reason === "factor"
}

/** Returns the first message of each invalid field, by field name. */
export function fieldErrors({ issues }: $ZodError): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { path, message } of issues) found[String(path[0])] ??= message
  return found
}
