// @module-tag engines
import { expect, test } from "vitest"
import { MINUTE_MS } from "#server/contract/durations.ts"
import type { ContactReceipt } from "#server/contract/messages.ts"
import { openCaller } from "#server/testing/open-caller.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startAppWithMails } from "#server/testing/start-app-with-mails.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

const colleague = "anne@exemple.cd"

/** Starts an app with a mail server, an administrator and a colleague who answers requests. */
async function start() {
  const site = await startAppWithMails({ settings: { PUBLIC_URL: "http://www.lisanga.example" } })
  const headers = { ...(await signInAs(site, "admin")), Origin: "http://www.lisanga.example" }
  const chief = openCaller(site, headers)
  const { id: chiefId, username } = await site.db
    .selectFrom("accounts")
    .select(["id", "username"])
    .where("role", "=", "admin")
    .executeTakeFirstOrThrow()
  const { id } = await createTestAccount(site.db, { role: "agent", username: "Anne", email: colleague })
  return {
    ...site,
    chief,
    chiefId,
    username,
    id,
    async sendOne(lastName = "Kabongo"): Promise<ContactReceipt> {
      return (await site.send({ firstName: "Amina", lastName, sector: "construction" })).json()
    },
    /** Hands requests over in chunks of one command. */
    async assign(assignee: number | null, ...chunks: number[][]) {
      const batchId = crypto.randomUUID()
      for (const ids of chunks) {
        const input = { ids, action: { kind: "assignee", assignee }, batchId }
        expect(await chief.mutate("messages.change", input)).not.toHaveProperty("status")
      }
      return batchId
    },
    /** Lets the mail's delay pass, and waits until nothing is due. */
    async settle() {
      site.advance(MINUTE_MS)
      await site.untilIdle()
    },
  }
}

test("who gets a request is mailed by whom, which and where, a minute later", async () => {
  await using site = await start()
  const { id, reference } = await site.sendOne()
  await site.assign(site.id, [id])
  await site.untilIdle()
  expect(site.mailsTo(colleague)).toEqual([])
  await site.settle()
  const mail = await site.mailTo(colleague)
  expect(mail.header("Subject")).toBe(`${site.username} vous a confié la demande ${reference} de Amina Kabongo`)
  expect(mail.header("Auto-Submitted")).toBe("auto-generated")
  expect(mail.text).toContain(
    `${site.username} vous a confié la demande ${reference} de Amina Kabongo (Construction)\u00a0:\nhttp://www.lisanga.example/admin/messages/${id}`,
  )
})

test("many requests at once come in one mail that lists ten of them", async () => {
  await using site = await start()
  const sent = []
  for (let number = 1; number <= 12; number += 1) sent.push(await site.sendOne(`Client ${number}`))
  const ids = sent.map(({ id }) => id)
  await site.assign(site.id, ids.slice(0, 7), ids.slice(7))
  await site.settle()
  const mail = await site.mailTo(colleague)
  expect(mail.header("Subject")).toBe(`${site.username} vous a confié 12\u00a0demandes`)
  expect(mail.text.match(/\/admin\/messages\/\d+/g)).toHaveLength(10)
  expect(mail.text).toContain("Et 2\u00a0autres\u00a0:\nhttp://www.lisanga.example/admin/messages?responsable=moi")
})

test("nobody is mailed of what they take on, of what is taken back at once, or against their wish", async () => {
  await using site = await start()
  const [first, second, third] = [await site.sendOne(), await site.sendOne(), await site.sendOne()]
  await site.assign(site.chiefId, [first.id])
  const batchId = await site.assign(site.id, [second.id])
  await site.chief.mutate("messages.undo", batchId)
  await site.db.updateTable("accounts").set({ mailsAssignments: 0 }).where("id", "=", site.id).execute()
  await site.assign(site.id, [third.id])
  await site.settle()
  expect(site.server.mails.filter(({ text }) => text.includes("confié"))).toEqual([])
  const left = site.db.selectFrom("outbox").select("id").where("kind", "=", "assignment").where("sentAt", "is", null)
  expect(await left.execute()).toEqual([])
})

test("who inherits the requests of a colleague who leaves is mailed as well", async () => {
  await using site = await start()
  const leaver = await createTestAccount(site.db, { role: "agent" })
  const sent = [await site.sendOne(), await site.sendOne()]
  await site.db
    .updateTable("messages")
    .set({ assigneeId: leaver.id })
    .where(
      "id",
      "in",
      sent.map(({ id }) => id),
    )
    .execute()
  await site.chief.mutate("users.disable", { id: leaver.id, assignee: site.id })
  await site.settle()
  expect((await site.mailTo(colleague)).header("Subject")).toBe(`${site.username} vous a confié 2\u00a0demandes`)
})
