import { PASSWORD_MIN } from "#server/contract/accounts.ts"

const COMMONEST = 3000

let known: Promise<ReadonlySet<string>> | undefined

/** Whether a password is among the 3,000 commonest that are long enough to be taken at all, whatever its case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= readList()
  return (await known).has(password.toLowerCase())
}

/** Zxcvbn's list of leaked passwords, commonest first; read when it is first needed, since it is long. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common")
  const longEnough = dictionary["passwords-common"].map(String).filter((password) => password.length >= PASSWORD_MIN)
  return new Set(longEnough.slice(0, COMMONEST).map((password) => password.toLowerCase()))
}
