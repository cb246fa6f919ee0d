import { TRPCClientError } from "@trpc/client"
import type { $ZodError } from "zod/v4/core"
import type { AppRouter } from "#server/router.ts"
import { errors } from "./copy/errors.ts"

/** Whether the server failed, whatever its answer looks like, or no answer came at all. */
export function failureKind(error: unknown): "server" | "fetch" {
  if (!(error instanceof TRPCClientError)) return "server"
  return error.data || error.meta?.response ? "server" : "fetch"
}

/** A failure's own French text; undefined where it has none. */
export function failureText(error: unknown): string | undefined {
  if (error instanceof TRPCClientError) {
    if (error.data) return error.message
    return failureKind(error) === "fetch" ? errors.network : undefined
  }
  // The e-mail service's client rejects with a status and its text.
  if (typeof error === "object" && error !== null && "text" in error && typeof error.text === "string")
    return error.text
  return undefined
}

/** The fields that the server refused, each with its message. */
export function refusedFields(error: unknown): Record<string, string> | undefined {
  return error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data?.fields : undefined
}

/** The first message of each field that a schema refused. */
export function fieldErrors({ issues }: $ZodError): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { path, message } of issues) found[String(path[0])] ??= message
  return found
}
