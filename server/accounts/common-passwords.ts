import { PASSWORD_MIN } from "#server/contract/accounts.ts"
import { messages } from "#server/contract/response-messages.ts"
import { fieldError } from "#server/errors.ts"

let list: Promise<ReadonlySet<string>> | undefined

export async function rejectCommonPassword(password: string): Promise<void> {
  list ??= loadList()
  if ((await list).has(password.toLowerCase())) throw fieldError("password", messages.commonPassword)
}

/** Loads zxcvbn's whole list of leaked passwords, since its first 3,000 lack French ones such as « motdepasse ». */
async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common")
  const passwords = dictionary["passwords-common"].map((password) => String(password).toLowerCase())
  return new Set(passwords.filter((password) => password.length >= PASSWORD_MIN))
}
