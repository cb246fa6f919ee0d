import type { EditableFields } from "#server/contract/editable-fields.ts"
import type { ContactFields } from "#server/contract/messages.ts"
import { PublishableProject } from "#server/contract/project-drafts.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { sendMessage } from "#server/messages/commands.ts"
import { insertProject } from "#server/projects/commands.ts"
import type { Context } from "#server/trpc/context.ts"

let made = 0

function makeFields(): EditableFields {
  made += 1
  return PublishableProject.parse({
    name: `Projet ${made}`,
    description: "Un projet d’essai.",
    address: "Gombe, Kinshasa",
    status: "En cours",
    sector: "Construction",
  })
}

/** Stores a project with default fields, one minute younger than the previous one. */
export function createTestProject(
  db: Database,
  overrides: Partial<EditableFields> & { at?: string; publishedAt?: string | null } = {},
): Promise<number> {
  const fields = makeFields()
  const { at = new Date(Date.UTC(2025, 0, 1, 0, made)).toISOString(), publishedAt = at, ...others } = overrides
  return inTransaction(db, (trx) => insertProject(trx, { ...fields, ...others }, { at, publishedAt, accountId: null }))
}

/** Does the same for many projects in one transaction. */
export function createTestProjects(db: Database, overrides: Partial<EditableFields>[]): Promise<number[]> {
  return inTransaction(db, async (trx) => {
    const ids = []
    for (const [index, fields] of overrides.entries()) {
      const at = new Date(Date.UTC(2025, 0, 1, 0, 0, index)).toISOString()
      ids.push(await insertProject(trx, { ...makeFields(), ...fields }, { at, publishedAt: at, accountId: null }))
    }
    return ids
  })
}

/** Builds a project as calls return it, without a database. */
export function buildProject(overrides: Partial<ManagedProject> = {}): ManagedProject {
  const at = "2025-01-01T00:00:00.000Z"
  const dates = { createdAt: at, updatedAt: at, publishedAt: at, publishAt: null, deletedAt: null }
  const fields = { ...makeFields(), images: [], ...dates }
  return { ...fields, id: made, slug: `projet-${made}`, version: 1, state: "published", pin: null, ...overrides }
}

/** Stores the row of an image without its file. */
export async function createTestImage(db: Database, name: string): Promise<void> {
  const image = { name, width: 1280, height: 960, bytes: 1000, type: "image/jpeg", colour: "#808080", createdAt: "" }
  await db.insertInto("images").values(image).execute()
}

export const contactFields = {
  firstName: "Amina",
  lastName: "Kabongo",
  email: "amina@exemple.cd",
  sector: "construction",
  message: "Bonjour, je voudrais un devis pour une maison.",
} as const satisfies ContactFields

/** Stores a contact request that came in at `at`, with default fields. */
export function createTestMessage(
  db: Database,
  { at = new Date(), ...given }: Partial<ContactFields> & { at?: Date } = {},
) {
  const ctx: Partial<Context> = {
    db,
    now: () => at,
    rateLimitKey: "127.0.0.1",
    rateLimits: false,
    currentAccount: async () => undefined,
  }
  return sendMessage(ctx as Context, { ...contactFields, ...given })
}

/** Stores many requests, the first one newest, each a minute older than the one before: « Client 1 », « Client 2 »… */
export async function createTestMessages(db: Database, count: number): Promise<number[]> {
  const ids = []
  for (let number = count; number > 0; number -= 1) {
    const at = new Date(Date.now() - number * 60_000)
    const email = `client-${number}@exemple.cd`
    const { id } = await createTestMessage(db, { firstName: "Client", lastName: String(number), email, at })
    ids.unshift(id)
  }
  return ids
}
