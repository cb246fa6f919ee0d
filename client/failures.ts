import { TRPCClientError } from "@trpc/client"
import type { $ZodError } from "zod/v4/core"
import type { AppRouter } from "#server/router.ts"
import { errors } from "./copy/errors.ts"

/**
 * How a call failed: the server refused it in its own words, something answered that makes no sense (a proxy's page),
 * or no answer came at all.
 */
export type FailureKind = "refused" | "garbled" | "network"

export function failureKind(error: unknown): FailureKind {
  if (!(error instanceof TRPCClientError)) return "garbled"
  if (error.data) return "refused"
  // A batch whose answer is no JSON loses its response: what reading it threw is left.
  return error.meta?.response || error.cause instanceof SyntaxError ? "garbled" : "network"
}

/** A failure's own French text; undefined where it has none. */
export function failureText(error: unknown): string | undefined {
  if (error instanceof TRPCClientError) {
    const kind = failureKind(error)
    return kind === "refused" ? error.message : kind === "network" ? errors.network : undefined
  }
  // The e-mail service's client rejects with a status and its text.
  if (typeof error === "object" && error !== null && "text" in error && typeof error.text === "string")
    return error.text
  return undefined
}

/** Why a screen could not be filled (specification §8): the screen's own words, then the failure's. */
export function loadingFailure(prefix: string, error: unknown): string {
  return prefix + (failureText(error) || errors.projects.server)
}

/** Why something is still there (specification §8). */
export function deletionFailure(what: "project" | "message", error: unknown): string {
  const { prefix, unknown, network } = errors.deletion
  switch (failureKind(error)) {
    case "refused":
      return prefix + (failureText(error) || unknown)
    case "garbled":
      return errors.deletion[what]
    case "network":
      return network
  }
}

function details(error: unknown) {
  return error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data : undefined
}

/** The fields that the server refused, each with its message. */
export function rejectedFields(error: unknown): Record<string, string> | undefined {
  return details(error)?.fields
}

export function isCode(error: unknown, code: "unauthorized" | "forbidden" | "not_found" | "conflict"): boolean {
  return details(error)?.code === code
}

/** The first message of each field that a schema refused. */
export function fieldErrors({ issues }: $ZodError): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { path, message } of issues) found[String(path[0])] ??= message
  return found
}
