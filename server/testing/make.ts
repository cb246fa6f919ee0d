import type { ContactFields } from "#server/contract/messages.ts"
import { type Database, inTransaction } from "#server/database/transaction.ts"
import { insertProject, type ProjectDraft } from "#server/projects/insert.ts"

let made = 0

/** A project with whatever the test does not care about filled in; each a minute younger than the one before. */
export function makeProject(db: Database, given: Partial<ProjectDraft> & { at?: string } = {}): Promise<number> {
  made += 1
  const { at = new Date(Date.UTC(2025, 0, 1, 0, made)).toISOString(), ...draft } = given
  const project: ProjectDraft = {
    name: `Projet ${made}`,
    description: "Un projet d’essai.",
    address: "Gombe, Kinshasa",
    status: "En cours",
    sector: "Construction",
    images: [],
    ...draft,
  }
  return inTransaction(db, (trx) => insertProject(trx, project, { at, accountId: null }))
}

/** A stored picture's row; its file is the test's own. */
export async function makeImage(db: Database, name: string): Promise<void> {
  const image = { name, width: 1280, height: 960, bytes: 1000, type: "image/jpeg", colour: "#808080", createdAt: "" }
  await db.insertInto("images").values(image).execute()
}

export const contactFields: ContactFields = {
  firstName: "Amina",
  lastName: "Kabongo",
  email: "amina@exemple.cd",
  sector: "construction",
  message: "Bonjour, je voudrais un devis pour une maison.",
}
