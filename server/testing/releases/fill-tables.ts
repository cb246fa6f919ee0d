import { createHash } from "node:crypto"
import { COMMAND_LINE, recordAudit } from "#server/audit/audit-log.ts"
import { defaultContent } from "#server/content/published/defaults/defaults.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { createTestImage, createTestMessage, createTestProject } from "#server/testing/fixtures.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"

/** The moment at which stored releases are read. */
export const STORED_AT = new Date("2026-11-29T12:00:00.000Z")

const at = STORED_AT.toISOString()
const later = new Date("2026-12-05T12:00:00.000Z").toISOString()

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")

/** Stores rows in every table that a copy of the site takes; returns the headers of an administrator's browser. */
export async function fillCopiedTables(db: Database): Promise<{ Cookie: string }> {
  const headers = await signInAs({ db, now: () => STORED_AT }, "admin")
  const { id: accountId } = await db.selectFrom("accounts").select("id").executeTakeFirstOrThrow()
  await fillAccounts(db, accountId)
  await fillFactors(db)
  await fillProjects(db, accountId)
  await fillContent(db, accountId)
  await fillMessages(db, accountId)
  await fillRecords(db, accountId)
  return headers
}

async function fillAccounts(db: Database, accountId: number) {
  await db.updateTable("accounts").set({ fullName: "Marie Lisanga", fullNameFolded: "marie lisanga" }).execute()
  await db
    .insertInto("accountLinks")
    .values({
      tokenHash: sha256("link"),
      kind: "invitation",
      email: "agent@exemple.cd",
      role: "agent",
      createdBy: accountId,
      createdAt: at,
      expiresAt: later,
    })
    .execute()
  await db
    .insertInto("apiTokens")
    .values({ name: "Comptabilité", tokenHash: sha256("token"), rights: '["messages.read"]', accountId, createdAt: at })
    .execute()
  await db.insertInto("factorRequirements").values({ role: "reader" }).execute()
  await db
    .insertInto("firstAdmins")
    .values({ emailHash: sha256("direction@exemple.cd"), at })
    .execute()
  await db
    .insertInto("pushDevices")
    .values({
      accountId,
      endpoint: "https://push.exemple.cd/1",
      publicKey: "a2V5",
      authSecret: "c2VjcmV0",
      name: "Téléphone",
      createdAt: at,
    })
    .execute()
}

/** Protects another account, since a protected administrator would have to show a factor. */
async function fillFactors(db: Database) {
  await signInAs({ db, now: () => STORED_AT }, "reader")
  const { id: accountId } = await db
    .selectFrom("accounts")
    .select("id")
    .where("role", "=", "reader")
    .executeTakeFirstOrThrow()
  await db
    .insertInto("passkeys")
    .values({
      id: "cGFzc2tleQ",
      accountId,
      name: "Téléphone",
      publicKey: "a2V5",
      counter: 1,
      transports: "[]",
      createdAt: at,
    })
    .execute()
  await db.insertInto("oneTimeCodes").values({ accountId, secret: "JBSWY3DPEHPK3PXP", confirmedAt: at }).execute()
  await db
    .insertInto("recoveryCodes")
    .values({ accountId, codeHash: sha256("code") })
    .execute()
}

async function fillProjects(db: Database, accountId: number) {
  await createTestImage(db, "chantier.jpg")
  await db.updateTable("images").set({ libraryAt: at, createdAt: at, fileName: "Chantier.jpg" }).execute()
  await db
    .insertInto("imageDetails")
    .values({ name: "chantier.jpg", alt: "Le chantier", altFolded: "le chantier", focusX: 30, focusY: 60 })
    .execute()
  const projectId = await createTestProject(db, { name: "École de Lemba", at })
  await createTestProject(db, { name: "Pont de Matadi", at, publishedAt: null })
  await db
    .insertInto("projectImages")
    .values({ projectId, position: 0, image: "chantier.jpg", alt: "La cour", altFolded: "la cour" })
    .execute()
  await db
    .insertInto("projectRevisions")
    .values({ projectId, version: 2, at, accountId, action: "update", before: '{"name":"École"}' })
    .execute()
  await db.updateTable("projects").set({ version: 2 }).where("id", "=", projectId).execute()
  await db.insertInto("projectRevisionImages").values({ projectId, image: "chantier.jpg" }).execute()
  await db
    .insertInto("previewLinks")
    .values({ tokenHash: sha256("preview"), projectId, accountId, createdAt: at, expiresAt: later })
    .execute()
  const view = { name: "En cours", nameFolded: "en cours", params: "{}", createdAt: at, updatedAt: at }
  await db
    .insertInto("savedViews")
    .values({ ...view, accountId })
    .execute()
}

async function fillContent(db: Database, accountId: number) {
  const { facts, ...entreprise } = defaultContent.entreprise
  await publishTestContent(db, "entreprise", { ...entreprise, facts: { ...facts, employees: "240" } }, STORED_AT)
  await db
    .insertInto("drafts")
    .values({
      page: "parametres",
      schemaVersion: 1,
      content: JSON.stringify(defaultContent.parametres),
      version: 1,
      updatedAt: at,
      updatedBy: accountId,
    })
    .execute()
  await db.insertInto("contentImages").values({ page: "accueil", state: "draft", image: "chantier.jpg" }).execute()
  await db.insertInto("contentChanges").values({ at: later }).execute()
}

async function fillMessages(db: Database, accountId: number) {
  await createTestImage(db, "terrain.jpg")
  await db.updateTable("images").set({ createdAt: at, privateAt: at }).where("name", "=", "terrain.jpg").execute()
  const { id: messageId } = await createTestMessage(db, { at: STORED_AT, phone: "+243899111222" })
  const followUp = {
    followUpOn: "2026-12-02",
    followUpNote: "Le plan",
    outcome: "quoted",
    outcomeAmount: 12_500,
  } as const
  await db
    .updateTable("messages")
    .set({ ...followUp, assigneeId: accountId })
    .execute()
  const { id: entryId } = await db
    .insertInto("messageEntries")
    .values({ messageId, at, accountId, kind: "note", text: "À voir", textFolded: "a voir" })
    .returning("id")
    .executeTakeFirstOrThrow()
  const { id: attachmentId } = await db
    .insertInto("messageAttachments")
    .values({ entryId, accountId, name: "devis.pdf", type: "application/pdf", bytes: 3, createdAt: at })
    .returning("id")
    .executeTakeFirstOrThrow()
  await db.insertInto("messageAttachmentParts").values({ attachmentId, position: 0, content: "JVBE" }).execute()
  await db.insertInto("messagePhotos").values({ messageId, position: 0, image: "terrain.jpg" }).execute()
  await db.insertInto("visitorImages").values({ name: "terrain.jpg", uploadedAt: at }).execute()
  await db
    .insertInto("messageLinks")
    .values({ tokenHash: sha256("status"), messageId, createdAt: at, accountId: null })
    .execute()
  await db
    .insertInto("incomingMails")
    .values({ mailHash: sha256("mail"), messageId, at })
    .execute()
  await db
    .insertInto("mailboxes")
    .values({ nameHash: sha256("box"), uidValidity: "1", uid: 7, readAt: at })
    .execute()
  await db.insertInto("senders").values({ sender: "amina@exemple.cd", verdict: "trusted", at }).execute()
  await db.insertInto("outbox").values({ messageId, nextAt: at }).execute()
  await db
    .insertInto("erasures")
    .values({ batch: "effacement", at, accountId, name: "LIS-AAAA-26", requests: 1, photos: 0 })
    .execute()
}

async function fillRecords(db: Database, accountId: number) {
  await inTransaction(db, (trx) =>
    recordAudit(trx, { ...COMMAND_LINE, action: "create", subject: "account", subjectId: accountId }, STORED_AT),
  )
  await db.insertInto("limits").values({ action: "contact", subject: "127.0.0.1", at, expiresAt: later }).execute()
  await db.insertInto("keys").values({ name: "essai", value: "valeur", createdAt: at }).execute()
  await db.insertInto("backups").values({ at }).execute()
}

/** Stores rows in the other tables. */
export async function fillOtherTables(db: Database): Promise<void> {
  const { id: deviceId } = await db.selectFrom("pushDevices").select("id").executeTakeFirstOrThrow()
  const { id: messageId } = await db.selectFrom("messages").select("id").executeTakeFirstOrThrow()
  const { id: accountId } = await db.selectFrom("accounts").select("id").executeTakeFirstOrThrow()
  await db.insertInto("pushMessages").values({ deviceId, messageId, kind: "request", nextAt: at }).execute()
  await db
    .insertInto("passkeyChallenges")
    .values({ challenge: "ZGVm", accountId, purpose: "registration", expiresAt: later })
    .execute()
  await db.insertInto("leases").values({ name: "essai", until: later }).execute()
  await db
    .insertInto("uploads")
    .values({ id: "envoi", accountId, fileName: "a.jpg", length: 10, received: 5, createdAt: at, expiresAt: later })
    .execute()
  await db.insertInto("uploadParts").values({ name: "partie", uploadId: "envoi", start: 0 }).execute()
}
