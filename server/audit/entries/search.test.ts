// @module-tag engines
import { expect, test } from "vitest"
import { type AuditEntry, recordAudits, SYSTEM } from "#server/audit/audit-log.ts"
import { MAX_AUTHENTICATION_AGE_MS } from "#server/contract/accounts.ts"
import type { AuditSearch, AuditSearchResult } from "#server/contract/audit.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

const NOW = "2026-03-02T23:30:00.000Z"

/** Starts a site with a log, and an administrator who reads it. */
async function startSite(entries: (Partial<AuditEntry> & { at?: string })[] = []) {
  const site = await startApp({ now: () => new Date(NOW), settings: { RATE_LIMITS: "0" } })
  const headers = await signInAs(site, "admin")
  const { id: adminId } = await site.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow()
  async function record({ at = NOW, ...entry }: Partial<AuditEntry> & { at?: string }) {
    const whole = { ...SYSTEM, action: "update", subject: "project", subjectId: null, ...entry } as const
    await inTransaction(site.db, (trx) => recordAudits(trx, [whole], new Date(at)))
  }
  for (const entry of entries) await record(entry)
  return {
    ...site,
    headers,
    adminId,
    record,
    async search(given: Partial<AuditSearch> = {}): Promise<AuditSearchResult> {
      const input = encodeURIComponent(JSON.stringify({ search: "", page: 1, ...given }))
      const response = await site.request(`/trpc/audit.search?input=${input}`, { headers })
      const { result, error } = await response.json()
      return result?.data ?? error
    },
    csv: async (query = "") => (await site.request(`/api/admin/audit.csv${query}`, { headers })).text(),
  }
}

const namesOf = ({ entries }: AuditSearchResult) => entries.map(({ subjectName }) => subjectName)

test("the export asks again who is there", async () => {
  await using site = await startSite()
  const confirmedAt = new Date(Date.parse(NOW) - MAX_AUTHENTICATION_AGE_MS - 60_000).toISOString()
  await site.db.updateTable("sessions").set({ confirmedAt }).execute()
  const response = await site.request("/api/admin/audit.csv", { headers: site.headers })
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ message: responseTexts.reauthenticationRequired })
  expect(await site.db.selectFrom("audit").select("id").where("action", "=", "export").execute()).toEqual([])
})

test("the newest entry comes first, with who, what, from where and whether the subject is still there", async () => {
  await using site = await startSite()
  const id = await createTestProject(site.db, { name: "École" })
  await site.record({ accountId: site.adminId, ip: "10.0.0.7", subjectId: id, subjectName: "École", details: { a: 1 } })
  await site.record({ ip: "cli", subjectId: 999, subjectName: "Pont", action: "delete" })
  await site.record({ subjectName: "Marché" })
  expect((await site.search()).entries).toMatchObject([
    { by: "site", from: null, subjectName: "Marché", exists: false },
    { by: "command line", from: null, subjectName: "Pont", exists: false, action: "delete" },
    {
      by: { id: site.adminId, name: expect.stringMatching(/^admin/) },
      from: { ip: "10.0.0.7", network: "local" },
      ...{ at: NOW, token: null, action: "update", subject: "project", subjectId: id, subjectName: "École" },
      ...{ exists: true, details: { a: 1 } },
    },
  ])
})

test.each([
  ["127.0.0.1", "machine"],
  ["::1", "machine"],
  ["192.168.1.4", "local"],
  ["fd00::1", "local"],
  ["100.64.3.2", "carrier"],
  ["41.243.10.2", "internet"],
  ["::ffff:41.243.10.2", "internet"],
  ["2001:4860:4860::8888", "internet"],
  ["0.0.0.0", "unknown"],
  ["n’importe quoi", "unknown"],
])("the network of %s is %s", async (ip, network) => {
  await using site = await startSite([{ ip }])
  expect((await site.search()).entries).toMatchObject([{ from: { ip, network } }])
})

const three = [
  { subjectName: "École de Gombe", subjectId: 12, at: "2026-03-01T22:59:59.999Z", action: "trash" as const },
  { subjectName: "LIS-7K3M-26", subjectId: 3, subject: "message" as const, at: "2026-03-01T23:00:00.000Z" },
  { subjectName: "Pont", subjectId: 123, at: "2026-03-02T22:59:59.999Z", ip: "cli" },
]

test.each<[string, Partial<AuditSearch>, string[]]>([
  ["a text without accents or case", { search: "ECOLE" }, ["École de Gombe"]],
  ["two letters", { search: "po" }, ["Pont"]],
  ["one letter", { search: "7" }, ["LIS-7K3M-26"]],
  ["a reference", { search: "7k3m" }, ["LIS-7K3M-26"]],
  ["a number", { search: "#12" }, ["Pont", "École de Gombe"]],
  ["the text and a kind", { search: "o", kind: "deletion" }, ["École de Gombe"]],
  ["nothing", { search: "%" }, []],
  ["NUL", { search: "\0" }, []],
  ["a kind of action", { kind: "deletion" }, ["École de Gombe"]],
  ["a kind of subject", { subject: "message" }, ["LIS-7K3M-26"]],
  ["one subject", { subject: "project", subjectId: 12 }, ["École de Gombe"]],
  ["the command line", { person: "command line" }, ["Pont"]],
  ["the site itself", { person: "site" }, ["LIS-7K3M-26", "École de Gombe"]],
  ["somebody else", { person: 999 }, []],
  ["nobody's number", { person: 2 ** 40 }, []],
  ["no subject's number", { subjectId: 2 ** 40 }, []],
  ["a day of Kinshasa", { from: "2026-03-02", until: "2026-03-02" }, ["Pont", "LIS-7K3M-26"]],
  ["days before", { until: "2026-03-01" }, ["École de Gombe"]],
])("%s finds what it names", async (_, search, names) => {
  await using site = await startSite(three)
  const found = await site.search(search)
  expect(namesOf(found)).toEqual(names)
  expect(found.found).toBe(names.length)
})

test.each<[string, object]>([
  ["an unknown kind", { kind: "murder" }],
  ["an unknown subject", { subject: "site" }],
  ["a day that is none", { from: "2026-02-30" }],
  ["a person that is none", { person: "x" }],
  ["a number that is none", { subjectId: 0 }],
])("%s is rejected", async (_, search) => {
  await using site = await startSite()
  expect(await site.search(search)).toMatchObject({ data: { httpStatus: 400 } })
})

test("entries of the same moment keep their order over pages, and the last page is not empty", async () => {
  await using site = await startSite()
  const many = Array.from({ length: 120 }, (_, index) => ({
    ...{
      ...SYSTEM,
      action: "update" as const,
      subject: "project" as const,
      subjectId: index + 1,
      subjectName: `P${index + 1}`,
    },
  }))
  await inTransaction(site.db, (trx) => recordAudits(trx, many, new Date(NOW)))
  const pages = [await site.search(), await site.search({ page: 2 }), await site.search({ page: 3 })]
  const ids = pages.flatMap(({ entries }) => entries.map(({ subjectId }) => subjectId))
  expect(ids).toEqual(many.map(({ subjectId }) => subjectId).reverse())
  expect(pages.map(({ found }) => found)).toEqual([120, 120, 120])
})

test("a deleted account keeps its entries", async () => {
  await using site = await startSite()
  const other = await signInAs(site, "editor")
  await site.postJson("/trpc/projects.createDraft", { name: "École", sector: "Construction" }, other)
  await site.db
    .updateTable("accounts")
    .set({ username: "compte supprimé", usernameFolded: "compte supprime 2", deletedAt: NOW })
    .where("role", "=", "editor")
    .execute()
  expect((await site.search({ kind: "creation" })).entries).toMatchObject([{ by: { name: "compte supprimé" } }])
})

test("the CSV has the same entries, in chunks, without formulas, and is an entry itself", async () => {
  await using site = await startSite()
  const many = Array.from({ length: 1100 }, (_, index) => ({
    ...{ ...SYSTEM, action: "update" as const, subject: "project" as const, subjectId: index + 1 },
    subjectName: index === 0 ? "=HYPERLINK(1)" : `École ${index + 1}`,
    details: index === 1099 ? { before: { name: "Lycée", pin: 1 }, after: { name: "École", pin: null }, rows: 3 } : {},
  }))
  await inTransaction(site.db, (trx) => recordAudits(trx, many, new Date(NOW)))
  const lines = (await site.csv("?search=ecole&sujet=projet&inconnu=1&du=hier")).trim().split("\r\n")
  expect(lines).toHaveLength(1100)
  expect(lines[0]).toContain("Numéro;Date et heure;Personne")
  expect(lines[1]).toContain(
    ";(Automatique);;;a modifié le projet;Projet;1100;École 1100;" +
      '"Nom\nPlace en tête du secteur";"Nom\u00a0: Lycée\nPlace en tête du secteur\u00a0: 1";',
  )
  expect(await site.csv()).toContain("'=HYPERLINK(1)")
  expect((await site.search({ kind: "export" })).entries.at(-1)).toMatchObject({
    action: "export",
    subject: "audit",
    details: { file: "journal.csv", search: "ecole", subject: "project" },
  })
})

test("no procedure writes to the log by name, and no call changes an entry", async () => {
  await using site = await startSite(three)
  for (const call of ["audit.delete", "audit.update", "audit.expire"]) {
    expect((await site.postJson(`/trpc/${call}`, { id: 1 }, site.headers)).status).toBe(404)
  }
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    expect((await site.request("/api/admin/audit.csv", { method, headers: site.headers })).status).toBe(404)
  }
  expect((await site.search()).found).toBe(3)
})
