import { PASSWORD_MIN } from "#server/contract/accounts.ts"

let known: Promise<ReadonlySet<string>> | undefined

/** Whether a password is among the commonest ones that are long enough to be taken at all, whatever its case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= readList()
  return (await known).has(password.toLowerCase())
}

/**
 * Zxcvbn's list of leaked passwords, 18,000 that are long enough: its first 3,000 lack French ones such as
 * « motdepasse ». Read when it is first needed, since it is long.
 */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common")
  const passwords = dictionary["passwords-common"].map((password) => String(password).toLowerCase())
  return new Set(passwords.filter((password) => password.length >= PASSWORD_MIN))
}
