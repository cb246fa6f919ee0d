import { adminErrors } from "#client/copy/admin-errors.ts"
import { failureKind, failureText } from "#client/failures.ts"

/** Returns why something could not be deleted. */
export function deletionFailure(what: "project" | "message" | "picture", error: unknown): string {
  const { prefix, unknown, network } = adminErrors.deletion
  switch (failureKind(error)) {
    case "rejected":
      return prefix + (failureText(error) || unknown)
    case "malformed":
      return adminErrors.deletion[what]
    case "network":
      return network
  }
}
