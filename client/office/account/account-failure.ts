import { errors } from "#client/app/failure-texts.ts"
import { failureKind, failureText } from "#client/app/failures.ts"
import { account } from "./texts.ts"

export function accountFailure(error: unknown): string {
  if (failureKind(error) === "network") return account.networkPrefix + errors.network
  return failureText(error) || account.failed
}
