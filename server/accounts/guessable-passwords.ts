import { type ContentReader, readContent } from "#server/content/published/published.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { fieldError } from "#server/errors.ts"

/** Site and company bear this name, whatever « Entreprise » says. */
const SITE_NAME = "lisanga"

/** A common word with this many digits and signs around it is still common: « Soleil2024 ». */
const ADDED_TO_COMMON_MAX = 4

/** Names are the first that somebody tries: « Lisanga-2023-2024 » is guessed too. */
const ADDED_TO_NAMES_MAX = 10

const WORD_MIN = 3

interface Person {
  username?: string | undefined
  email: string
}

/** Rejects blank and common passwords, and those made of nothing but the company's or the person's names or e-mail. */
export async function rejectGuessablePassword(reader: ContentReader, password: string, person: Person): Promise<void> {
  const { facts } = await readContent(reader, "entreprise")
  if (await isGuessable(password, person, facts.name)) throw fieldError("password", responseTexts.guessablePassword)
}

export async function isGuessable(
  password: string,
  { username = "", email }: Person,
  company: string,
): Promise<boolean> {
  const folded = normalizeForSearch(password)
  const [localPart = ""] = email.split("@")
  const names = [SITE_NAME, company, username, localPart, email]
  return folded.trim() === "" || (await isCommon(folded)) || consistsOf(folded, names)
}

async function isCommon(password: string): Promise<boolean> {
  list ??= loadList()
  const common = await list
  const word = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "")
  const digits = password.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "")
  const isShortened = word.length > WORD_MIN && password.length - word.length <= ADDED_TO_COMMON_MAX
  return common.has(password) || common.has(digits) || (isShortened && common.has(word))
}

/** Whether nothing but a few digits and signs is left of a password without the words of these names. */
function consistsOf(password: string, names: readonly string[]): boolean {
  const words = names.flatMap((name) => [lettersOf(name), ...normalizeForSearch(name).split(/[^\p{L}]+/u)])
  const longestFirst = words.filter((word) => word.length >= WORD_MIN).sort((one, other) => other.length - one.length)
  const letters = lettersOf(password)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ""), letters)
  return letters !== "" && rest === "" && password.length - letters.length <= ADDED_TO_NAMES_MAX
}

function lettersOf(text: string): string {
  return normalizeForSearch(text).replace(/[^\p{L}]/gu, "")
}

let list: Promise<ReadonlySet<string>> | undefined

/** Loads zxcvbn's whole list of leaked passwords, since its first 3,000 lack French ones such as « motdepasse ». */
async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common")
  return new Set(dictionary["passwords-common"].map((password) => normalizeForSearch(String(password))))
}
