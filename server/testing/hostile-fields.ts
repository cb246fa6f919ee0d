import fc from "fast-check"
import { AUDIT_SUBJECTS, AUTOMATIC_ACTORS } from "#server/contract/audit.ts"

import { AUDIT_KINDS } from "#server/contract/audit-kinds.ts"

import { CONTENT_SLUGS } from "#server/contract/content/pages.ts"
import { ROLES } from "#server/contract/domains/roles.ts"
import type { FieldInfo } from "#server/contract/field-kinds.ts"
import { BYTES_MAX } from "#server/contract/images.ts"
import { CONTACT_RESULTS, MESSAGE_FOLDERS, MESSAGE_OUTCOMES, MESSAGE_STATES } from "#server/contract/message-states.ts"
import { MESSAGE_SORTS } from "#server/contract/messages.ts"
import { PROJECT_FIELDS } from "#server/contract/project-drafts.ts"
import { PROJECT_SORTS } from "#server/contract/project-sorts.ts"
import { PROJECT_STATES } from "#server/contract/project-states.ts"
import { CONTACT_SECTORS, SECTORS } from "#server/contract/sectors.ts"
import { STATUSES } from "#server/contract/statuses.ts"
import { TOKEN_RIGHTS } from "#server/contract/tokens.ts"
import { anyJson, dictionaryOf, hostileId, hostileText, hostileTexts } from "./hostile-texts.ts"
import { TEST_PASSWORD } from "./test-account.ts"

const text = hostileText.filter((value) => value.trim() !== "").map((value) => value.slice(0, 150))

/** Generates a hostile text within a field's limits, so that it reaches the database. */
function filled(min: number): fc.Arbitrary<string> {
  return text.map((value) => value.trim().padEnd(min, "x"))
}

const email = fc.oneof(
  fc.nat(1_000_000).map((n) => `visiteur-${n}@exemple.cd`),
  fc.constantFrom(
    "a@exemple.cd\r\nBcc: b@exemple.cd",
    "a'--@exemple.cd",
    "o'hara+<b>@exemple.cd",
    '"<script>"@exemple.cd',
  ),
)

// Most passwords are rejected before hashing, which is slow.
const password = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom<unknown>("", null, 7, [], {}, "x".repeat(1001)) },
  { weight: 4, arbitrary: fc.constant(TEST_PASSWORD) },
  { weight: 1, arbitrary: filled(8) },
)

/** Generates the page number of a list or the slug of a content page, mostly that of `announcement` below. */
const page = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 100_000 }) },
  { weight: 4, arbitrary: fc.constantFrom("annonce", "annonce", "annonce", ...CONTENT_SLUGS) },
  { weight: 1, arbitrary: hostileId },
)

const announcement = fc.record({
  text: text.map((value) => value.replace(/\s/g, " ").slice(0, 100)),
  href: fc.constantFrom("", "/contact", "https://exemple.cd/?a=<b>", ...hostileTexts.urls),
  from: fc.constantFrom("", "2020-01-01T08:00"),
  until: fc.constantFrom("", "2099-01-01T08:00", "2099-02-31T08:00"),
})

const image = fc.record({ name: filled(1), alt: text })

const hostileNumber = fc.oneof(fc.integer(), fc.double(), fc.constantFrom<unknown>(null, -0, 1e21, "12", "1 200"))

const hostileDate = fc.constantFrom<unknown>(null, "", "2026-03-01", "2026-02-31", "9999-12-31", "01/03/2026", "−1")

function hostileValue(kind: FieldInfo["kind"], options: readonly string[]): fc.Arbitrary<unknown> {
  if (kind === "number") return hostileNumber
  if (kind === "date") return hostileDate
  return kind === "choice" ? fc.oneof(fc.constantFrom<unknown>(null, ...options), text) : text
}

/** The values of each field of a project by its kind, unless another rule follows. */
const projectValues = Object.fromEntries(
  Object.entries(PROJECT_FIELDS).map(([name, { kind, options = [] }]) => [name, hostileValue(kind, options)]),
)

const credentialId = fc.base64String({ minLength: 4 }).map((value) => value.replace(/[^\w-]/g, "_"))

/** The form is that of a browser, with hostile texts. */
const clientData = Buffer.from('{"type":"webauthn.get","challenge":"\\u0000","origin":[]}').toString("base64url")

const followUp = fc.record({ on: fc.constantFrom("2026-12-01", "9999-12-31"), note: text })

/** Values for each field of the site's calls, well-formed but as hostile as validation allows. */
export const wellFormed: Record<string, fc.Arbitrary<unknown>> = {
  ...projectValues,
  id: fc.oneof(fc.constant(1), fc.constantFrom<unknown>(2, 10, 1), hostileId),
  after: fc.constantFrom(1, 2),
  length: fc.integer({ min: 1, max: BYTES_MAX }),
  limit: fc.integer({ min: 1, max: 1000 }),
  page,
  version: fc.constantFrom<unknown>(1, 1, 1, 0, 0, 2),
  revision: fc.constantFrom(0, 0, 0, 1),
  content: fc.oneof({ weight: 6, arbitrary: announcement }, { weight: 1, arbitrary: anyJson }),
  at: fc.constantFrom<unknown>("2099-01-04T08:00", null, "2020-01-01T08:00", "2099-02-31T25:61"),
  shared: fc.boolean(),
  params: fc.record({ search: text.map((value) => value.slice(0, 200)), year: fc.constantFrom(2025, 1800) }),
  slug: text,
  state: fc.constantFrom(...PROJECT_STATES, ...MESSAGE_STATES),
  year: fc.integer({ min: 1900, max: 9999 }),
  pictures: fc.constantFrom("with", "without"),
  automatic: fc.boolean(),
  others: fc.array(fc.constantFrom(1, 2, 10), { maxLength: 3 }),
  ids: fc.array(fc.constantFrom(1, 2, 10), { minLength: 1, maxLength: 3 }),
  batchId: fc.uuid(),
  folder: fc.constantFrom(...MESSAGE_FOLDERS),
  assignee: fc.constantFrom<unknown>(1, "none"),
  from: fc.constantFrom("2020-01-01", "2099-02-31"),
  until: fc.constantFrom("2020-01-01", "2099-02-31"),
  photos: fc.constantFrom<unknown>(true, ["0123456789abcdef.webp"]),
  scheduledOn: fc.constantFrom("2099-01-04", "2099-02-31"),
  undelivered: fc.constant(true),
  attachments: fc.array(fc.constantFrom(1, 999), { maxLength: 2 }),
  followUp: fc.oneof(fc.constantFrom<unknown>("due", "any"), followUp),
  outcome: fc.constantFrom(...MESSAGE_OUTCOMES, "none"),
  result: fc.constantFrom(...CONTACT_RESULTS),
  phone: fc.constantFrom("", "+243 81 234 56 78", "+24381-234.56.78", "0812345678"),
  filledInMs: fc.integer({ min: 0 }),
  token: text,
  code: fc.constantFrom("000000", "123 456", "0000-0000-0000-0000"),
  required: fc.boolean(),
  response: fc.record({
    ...{ id: credentialId, rawId: credentialId, type: fc.constant("public-key") },
    response: fc.record({
      ...{ clientDataJSON: fc.constantFrom(clientData, "e30", "AAAA"), attestationObject: credentialId },
      ...{ authenticatorData: credentialId, signature: credentialId, userHandle: credentialId },
    }),
  }),
  text: filled(1),
  lastEntry: fc.nat(),
  reference: fc.constantFrom("LIS-7K3M-26", "lis 7k3m 26", "7K3M26"),
  contact: fc.constantFrom("amina@exemple.cd", "081 234 56 78", "+243812345678"),
  channel: fc.constantFrom("email", "whatsapp", "call"),
  action: fc.oneof(
    fc.record({ kind: fc.constantFrom("publish", "withdraw", "trash", "restore") }),
    fc.record({ kind: fc.constant("state"), state: fc.constantFrom(...MESSAGE_STATES) }),
    fc.record({ kind: fc.constant("assignee"), assignee: fc.constantFrom(1, null) }),
    fc.record({ kind: fc.constant("read"), isRead: fc.boolean() }),
    fc.record({ kind: fc.constant("followUp"), followUp: fc.option(followUp) }),
    fc.record({
      kind: fc.constant("outcome"),
      outcome: fc.option(
        fc.record({ result: fc.constantFrom(...MESSAGE_OUTCOMES), amount: fc.option(fc.nat()), reason: text }),
      ),
    }),
    fc.record({ kind: fc.constant("status"), status: fc.constantFrom(...STATUSES) }),
    fc.record({ kind: fc.constant("sector"), sector: fc.constantFrom(...SECTORS) }),
  ),
  days: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.constantFrom<unknown>(7, 365, null)),
  roles: fc.array(fc.constantFrom(...ROLES), { maxLength: 3 }),
  revokeTokens: fc.boolean(),
  rights: fc.array(fc.constantFrom(...TOKEN_RIGHTS, "tokens.manage"), { minLength: 1, maxLength: 3 }),
  link: text.map((value) => value.slice(0, 64)),
  search: hostileText.map((value) => value.slice(0, 200)),
  alt: text,
  by: fc.oneof(filled(1), fc.constant("hero/about")),
  focus: fc.oneof(fc.constant(null), fc.record({ x: fc.nat(100), y: fc.nat(100) })),
  trash: fc.boolean(),
  sort: fc.constantFrom(...PROJECT_SORTS, ...MESSAGE_SORTS),
  kind: fc.constantFrom("answer", "note", ...AUDIT_KINDS),
  person: fc.constantFrom<unknown>(1, ...AUTOMATIC_ACTORS),
  subject: fc.constantFrom(...AUDIT_SUBJECTS),
  subjectId: fc.constantFrom(1, 2),
  name: filled(1),
  project_name: filled(1),
  description: filled(1),
  address: fc.oneof(text, fc.constant(null)),
  status: fc.constantFrom(...STATUSES),
  sector: fc.constantFrom<string>(...SECTORS, ...CONTACT_SECTORS),
  images: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(image, { maxLength: 1 }) },
  ),
  project_images: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<unknown>([], "[]") },
    { weight: 1, arbitrary: fc.constantFrom<unknown>("[[[]]]", [{ toString: 1 }], [[[]]], [null, "a"]) },
    { weight: 1, arbitrary: fc.array(filled(1), { maxLength: 2 }) },
  ),
  image_alts: fc.oneof(fc.constant([]), fc.array(text, { maxLength: 2 })),
  firstName: filled(1).map((value) => value.slice(0, 100)),
  lastName: filled(1).map((value) => value.slice(0, 100)),
  email,
  message: filled(10),
  requestId: fc.uuid(),
  idempotencyKey: fc.uuid(),
  ne_pas_remplir: fc.oneof({ weight: 9, arbitrary: fc.constant("") }, { weight: 1, arbitrary: text }),
  mergeRepeats: fc.boolean(),
  username: filled(3).map((value) => value.slice(0, 50)),
  password,
  confirmPassword: password,
  confirm_password: password,
  currentPassword: password,
  role: fc.constantFrom(...ROLES),
  asLink: fc.boolean(),
  user: hostileId,
  session: text,
  redirect: fc.oneof(hostileText, fc.constantFrom("/admin/projects", ...hostileTexts.urls)),
  w: fc.oneof(fc.constantFrom(320, 640), hostileId),
  inscrit: hostileText,
  fullName: text,
  mailsAssignments: fc.boolean(),
  mailsDigest: fc.boolean(),
  endpoint: fc.oneof(text, fc.constantFrom("https://push.exemple.cd/a", "https://127.0.0.1/a", ...hostileTexts.urls)),
  publicKey: fc.oneof(text, fc.constant("B".repeat(87))),
  authSecret: fc.oneof(text, fc.constant("a".repeat(22))),
}

/** Values for an id parameter. */
export const id = wellFormed.id as fc.Arbitrary<unknown>

type Fields = Record<string, unknown>

/** Every existing field, each well-formed or left out, and sometimes one of them invalid. */
export const fields: fc.Arbitrary<Fields> = fc
  .tuple(
    fc.record(wellFormed),
    fc.array(fc.constantFrom(...Object.keys(wellFormed)), { maxLength: 6 }),
    fc.option(fc.tuple(fc.constantFrom(...Object.keys(wellFormed)), anyJson), { freq: 1, nil: undefined }),
    fc.option(dictionaryOf(anyJson), { freq: 6, nil: undefined }),
  )
  .map(([given, without, invalid, more]) => {
    if (given.password === TEST_PASSWORD)
      Object.assign(given, { confirmPassword: TEST_PASSWORD, confirm_password: TEST_PASSWORD })
    const remaining = Object.entries(given).filter(([name]) => !without.includes(name))
    return Object.fromEntries([...remaining, ...(invalid ? [invalid] : []), ...Object.entries(more ?? {})])
  })

/** The same fields as a form or a query string contains them. */
export const formFields: fc.Arbitrary<[string, string][]> = fields.map((given) =>
  Object.entries(given).flatMap(([name, value]) =>
    typeof value === "object" ? [[name, JSON.stringify(value)]] : [[name, String(value)]],
  ),
)
