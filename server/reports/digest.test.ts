// @module-tag engines
import { expect, test } from "vitest"
import { DAY_MS } from "#server/contract/durations.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { startAppWithMails } from "#server/testing/start-app-with-mails.ts"
import { createTestAccount } from "#server/testing/test-account.ts"
import { queueDigests } from "./queue-digests.ts"

/** Starts an app with a mail server, and queues the digests of the morning. */
async function start() {
  const site = await startAppWithMails({ publicUrl: "https://www.lisanga.example" })
  return {
    ...site,
    join: (role: "admin" | "agent" | "editor" | "user", name: string) =>
      createTestAccount(site.db, { role, username: name, email: `${name}@exemple.cd` }),
    async digest() {
      await queueDigests(site)
      await site.untilIdle()
      const digests = site.server.mails.filter((mail) => mail.header("Subject")?.startsWith("À faire"))
      return digests.flatMap(({ recipients }) => recipients).sort()
    },
  }
}

test("who may read requests is told in the morning what the dashboard shows, with links", async () => {
  await using site = await start()
  const { id } = await site.join("admin", "anne")
  await site.send({ lastName: "Tardive" })
  site.advance(2 * DAY_MS)
  const mine = (await (await site.send({ lastName: "Mienne" })).json()) as { id: number }
  await site.db.updateTable("messages").set({ assigneeId: id }).where("id", "=", mine.id).execute()
  await createTestProject(site.db, { publishedAt: null })
  expect(await site.digest()).toEqual(["anne@exemple.cd"])
  const { text, header } = await site.mailTo("anne@exemple.cd")
  expect(header("Subject")).toBe("À faire aujourd’hui\u00a0: Groupe Lisanga")
  const lines = text.split("\n")
  expect(lines.slice(2, lines.indexOf("-- ") - 3).filter((line) => line !== "")).toEqual([
    "Voici ce qui vous attend aujourd’hui\u00a0:",
    "À répondre\u00a0: 2, dont 1 depuis plus de 24\u00a0h",
    "https://www.lisanga.example/admin/messages?tri=attente",
    "dont confiées à vous\u00a0: 1",
    "https://www.lisanga.example/admin/messages?responsable=moi&tri=attente",
    "dont non attribuées\u00a0: 1, dont 1 depuis plus de 24\u00a0h",
    "https://www.lisanga.example/admin/messages?responsable=personne&tri=attente",
    "Brouillons de projets\u00a0: 1",
    "https://www.lisanga.example/admin/projects?etat=brouillon",
  ])
})

test("an agent is told of requests alone; editors, visitors, disabled people and who does not want it get nothing", async () => {
  await using site = await start()
  await site.send()
  await createTestProject(site.db, { publishedAt: null })
  await site.join("agent", "zoe")
  await site.join("editor", "luc")
  await site.join("user", "client")
  const gone = await site.join("agent", "gone")
  await site.db.updateTable("accounts").set({ disabledAt: "2025-01-01" }).where("id", "=", gone.id).execute()
  const quiet = await site.join("admin", "quiet")
  await site.db.updateTable("accounts").set({ mailsDigest: 0 }).where("id", "=", quiet.id).execute()
  expect(await site.digest()).toEqual(["zoe@exemple.cd"])
  expect((await site.mailTo("zoe@exemple.cd")).text).not.toContain("Brouillons")
})

test("nobody is mailed where there is nothing to do, or where the morning is over", async () => {
  await using site = await start()
  await site.join("agent", "zoe")
  expect(await site.digest()).toEqual([])
  await site.send()
  await site.db
    .insertInto("outbox")
    .values({ kind: "digest", recipient: "zoe@exemple.cd", detail: "2025-03-02", nextAt: site.now().toISOString() })
    .execute()
  site.advance(0)
  await site.untilIdle()
  expect(site.mailsTo("zoe@exemple.cd")).toEqual([])
})
