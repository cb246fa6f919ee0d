// @module-tag engines
import { expect, test, vi } from "vitest"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#server/contract/durations.ts"
import { recordBackup } from "#server/database/last-backup.ts"
import { startAppWithMails } from "#server/testing/start-app-with-mails.ts"
import type { findCertificateFault } from "./certificate.ts"
import { tellOperator } from "./tell-operator.ts"

/** Starts a site that was backed up a moment ago, with the mails of two instances' hourly task. */
async function start(given: Partial<Parameters<typeof tellOperator>[0]> = {}) {
  const disk = { free: 50e9 }
  const publicUrl = "https://www.exemple.cd"
  const site = await startAppWithMails({ publicUrl })
  await recordBackup(site.db, site.now())
  const operatorEmail = "machine@exemple.cd"
  const findFault: typeof findCertificateFault = async () => undefined
  const parts = { ...site, publicUrl, operatorEmail, findFault, readFree: async () => disk.free, ...given }
  const tasks = [tellOperator(parts), tellOperator(parts)]
  return {
    ...site,
    disk,
    /** Runs the task of both instances after that time. */
    async runAfter(ms: number) {
      site.advance(ms)
      for (const { run } of tasks) await run()
      await site.untilIdle()
    },
    errors: () => site.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "needs a person"),
    mails: () => site.mailsTo(operatorEmail).map(({ text }) => text),
  }
}

test("nobody is told while nothing needs a person", async () => {
  await using site = await start()
  await site.send()
  await site.runAfter(HOUR_MS)
  expect([site.mails(), site.errors()]).toEqual([[], []])
})

test("a backup that is missing for more than a day is told once a day by all instances together", async () => {
  await using site = await start()
  await site.runAfter(DAY_MS + 2 * HOUR_MS)
  expect(site.mails()).toEqual([])
  await site.runAfter(MINUTE_MS)
  for (let hour = 1; hour < 24; hour += 1) await site.runAfter(HOUR_MS)
  expect(site.mails()).toHaveLength(1)
  await site.runAfter(HOUR_MS)
  expect(site.mails()).toHaveLength(2)
  expect(site.errors()).toHaveLength(2)
  expect(site.errors()[0]).toMatchObject({
    level: "error",
    needs: [{ kind: "backup", since: "2025-03-03T09:15:00.000Z" }],
  })
  await recordBackup(site.db, site.now())
  await site.runAfter(DAY_MS)
  expect(site.mails()).toHaveLength(2)
})

test("a site that never made a backup is told of it a day after its first start", async () => {
  await using site = await start()
  await site.db.deleteFrom("backups").execute()
  const migrations = site.db.withTables<{ kyselyMigration: { timestamp: string } }>().updateTable("kyselyMigration")
  await migrations.set({ timestamp: site.now().toISOString() }).execute()
  await site.runAfter(DAY_MS + 2 * HOUR_MS)
  expect(site.mails()).toEqual([])
  await site.runAfter(MINUTE_MS)
  expect(site.mails()[0]).toContain("Sauvegarde\u00a0: aucune n’a réussi depuis le lundi 3 mars 2025 à 10:15")
})

test("the mail says in French what is wrong since when, and what to do", async () => {
  const findFault: typeof findCertificateFault = async () => ({ endsAt: "2025-03-12T08:00:00.000Z" })
  await using site = await start({ findFault })
  site.disk.free = 1.24e9
  await site.runAfter(DAY_MS + 3 * HOUR_MS)
  const mail = await site.mailTo("machine@exemple.cd")
  expect(mail.header("Subject")).toBe("Le site a besoin de quelqu’un\u00a0: Groupe Lisanga")
  expect(mail.header("Auto-Submitted")).toBe("auto-generated")
  expect(mail.text.split("\n").slice(0, 13)).toEqual([
    "Bonjour,",
    "",
    "Voici ce que le site https://www.exemple.cd ne peut pas réparer seul\u00a0:",
    "",
    "Sauvegarde\u00a0: aucune n’a réussi depuis le lundi 3 mars 2025 à 10:15 (heure de Kinshasa).",
    "    lisanga backup nightly /var/lib/lisanga-backups",
    "",
    "Disque\u00a0: il ne reste que 1,2\u00a0Go, depuis le mardi 4 mars 2025 à 13:15 (heure de Kinshasa) au moins.",
    "    on df -h /var/lib/lisanga /var/lib/lisanga-backups",
    "",
    "Certificat\u00a0: il expire le mercredi 12 mars 2025 à 09:00 (heure de Kinshasa), et n’a pas été renouvelé.",
    "    curl -vsS -o /dev/null https://www.exemple.cd 2>&1 | grep -i -e expire -e certificate",
    "",
  ])
})

test("a certificate is asked for once a day, and one that is refused until it is mended", async () => {
  const findFault = vi.fn<typeof findCertificateFault>(async () => undefined)
  await using site = await start({ findFault })
  for (const _hour of [1, 2, 3]) await site.runAfter(HOUR_MS)
  // Each of the two instances has asked.
  expect(findFault).toHaveBeenCalledTimes(2)
  findFault.mockImplementation(async () => ({ refused: "CERT_HAS_EXPIRED" }))
  for (let hour = 4; hour <= 26; hour += 1) await site.runAfter(HOUR_MS)
  expect(findFault).toHaveBeenCalledTimes(6)
  expect(site.mails()[0]).toContain("Certificat\u00a0: les navigateurs le refusent (CERT_HAS_EXPIRED)")
})

test("an address that nobody answers at is asked again in an hour, and leaves a fault that is known", async () => {
  const findFault = vi.fn<typeof findCertificateFault>(async () => "unreached")
  await using site = await start({ findFault })
  for (const _hour of [1, 2]) await site.runAfter(HOUR_MS)
  expect(findFault).toHaveBeenCalledTimes(4)
  findFault.mockImplementation(async () => ({ refused: "CERT_HAS_EXPIRED" }))
  await site.runAfter(HOUR_MS)
  findFault.mockImplementation(async () => "unreached")
  await site.runAfter(24 * HOUR_MS)
  expect(site.errors()).toHaveLength(2)
})

test("what is found later on the same day is in the log at once, and in the next day's mail", async () => {
  await using site = await start()
  site.disk.free = 1e9
  await site.runAfter(20 * HOUR_MS)
  await site.runAfter(6 * HOUR_MS + MINUTE_MS)
  expect(site.errors().map(({ needs }) => needs.map(({ kind }: { kind: string }) => kind))).toEqual([
    ["disk"],
    ["backup", "disk"],
  ])
  expect(site.mails()).toHaveLength(1)
  await site.runAfter(18 * HOUR_MS)
  expect(site.mails()).toHaveLength(2)
})

test("a look that fails hides nothing that the others find", async () => {
  await using site = await start()
  const readFree = () => Promise.reject(new Error("No such disk"))
  const task = tellOperator({ ...site, publicUrl: undefined, operatorEmail: undefined, readFree })
  site.advance(DAY_MS + 3 * HOUR_MS)
  await expect(task.run()).rejects.toThrow("No such disk")
  expect(site.errors()).toMatchObject([{ needs: [{ kind: "backup" }] }])
})

test("mails that do not leave are an error in the log, and what was found days ago is not mailed any more", async () => {
  await using site = await start()
  site.server.behaviour = "reject"
  await site.send()
  for (const attempts of [1, 2, 3]) await site.runAfter((await site.pauseAfter(attempts)) * MINUTE_MS)
  await site.runAfter(39 * MINUTE_MS)
  expect(site.errors()).toEqual([])
  await site.runAfter(MINUTE_MS)
  expect(site.errors()[0]?.needs).toEqual([
    { kind: "mails", since: "2025-03-03T09:15:00.000Z", failure: expect.stringContaining("451") },
  ])
  await site.runAfter(2 * DAY_MS)
  site.server.behaviour = "accept"
  await site.runAfter(12 * HOUR_MS)
  // The first one is two days old; the second one tells of the backup too.
  expect(site.mails()).toHaveLength(1)
  expect(site.mails()[0]).toContain("Mails\u00a0: ils ne partent plus depuis le lundi 3 mars 2025 à 10:15")
  expect(site.mails()[0]).toContain("Sauvegarde\u00a0: ")
})

test("without an operator's address the log alone tells", async () => {
  await using site = await start({ operatorEmail: undefined })
  await site.runAfter(2 * DAY_MS)
  expect(site.errors()).toHaveLength(1)
  expect(site.server.mails).toEqual([])
})

test("a database that takes no writes does not keep the log from telling", async () => {
  await using site = await start()
  const db = new Proxy(site.db, {
    get(target, name) {
      if (name === "transaction") throw new Error("The disk is full")
      const value = Reflect.get(target, name)
      return typeof value === "function" ? value.bind(target) : value
    },
  })
  const task = tellOperator({ ...site, db, publicUrl: undefined, operatorEmail: undefined, readFree: async () => 0 })
  await expect(task.run()).rejects.toThrow("The disk is full")
  expect(site.errors()[0]).toMatchObject({ level: "error", needs: [{ kind: "disk", free: 0 }] })
})
