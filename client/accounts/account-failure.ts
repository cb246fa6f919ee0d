import { account } from "#client/copy/admin-account.ts"
import { errors } from "#client/copy/errors.ts"
import { failureKind, failureText } from "#client/failures.ts"

export function accountFailure(error: unknown): string {
  if (failureKind(error) === "network") return account.networkPrefix + errors.network
  return failureText(error) || account.failed
}
