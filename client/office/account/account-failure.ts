import { errors } from "#client/app/failure-texts.ts"
import { failureKind, failureText, needsReauthentication } from "#client/app/failures.ts"
import { reauthentication } from "#client/office/reauthentication/texts.ts"
import { account } from "./texts.ts"

export function accountFailure(error: unknown): string {
  if (failureKind(error) === "network") return account.networkPrefix + errors.network
  return failureText(error) || account.failed
}

/** Explains the failure of a call for which the password or a passkey has to be given again. */
export function reauthenticatedFailure(error: unknown): string {
  return needsReauthentication(error) ? reauthentication.cancelled : accountFailure(error)
}
