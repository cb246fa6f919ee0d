// @module-tag engines
import { expect, test } from "vitest"
import type { User, UserSearchResult } from "#server/contract/users.ts"
import { contactFields, createTestMessages } from "#server/testing/fixtures.ts"
import { openCaller } from "#server/testing/open-caller.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

const noRequests = { id: 0, state: "new", assigneeId: null }

/** Starts an app with two agents, of whom the first has a new, an open, an answered and an archived request. */
async function start() {
  const app = await startApp({ settings: { RATE_LIMITS: "0" } })
  const chief = openCaller(app, await signInAs(app, "admin"))
  const leaver = await createTestAccount(app.db, { role: "agent", username: "Zoé" })
  const heir = await createTestAccount(app.db, { role: "agent", username: "Anne" })
  await createTestMessages(app.db, 4)
  const rows = () => app.db.selectFrom("messages").select(["id", "state", "assigneeId"]).orderBy("id").execute()
  const [first = noRequests, second = noRequests, third = noRequests, fourth = noRequests] = await rows()
  const states = { [first.id]: "new", [second.id]: "open", [third.id]: "answered", [fourth.id]: "archived" } as const
  for (const [id, state] of Object.entries(states))
    await app.db.updateTable("messages").set({ state, assigneeId: leaver.id }).where("id", "=", Number(id)).execute()
  return {
    ...app,
    chief,
    leaver,
    heir,
    assignees: async () => (await rows()).map(({ assigneeId }) => assigneeId),
    async find(id: number): Promise<User | undefined> {
      const { users } = await chief.query<UserSearchResult>("users.search", {})
      return users.find((user) => user.id === id)
    },
  }
}

test.each([
  ["disable", "enable"],
  ["delete", "restore"],
])("what somebody has not done goes to a colleague by %s, and comes back by %s", async (removal, back) => {
  await using app = await start()
  const { chief, leaver, heir } = app
  const { id } = leaver
  expect((await app.find(id))?.requests).toBe(2)
  const batchId = crypto.randomUUID()
  await chief.mutate(`users.${removal}`, { id, assignee: heir.id, batchId })
  expect(await app.assignees()).toEqual([heir.id, heir.id, id, id])
  const audit = await app.db.selectFrom("audit").select(["action", "details"]).orderBy("id", "desc").limit(3).execute()
  expect(audit.map(({ action }) => action)).toEqual([removal, "assignee", "assignee"])
  expect(JSON.parse(audit[0]?.details ?? "")).toEqual({ requests: 2 })
  await chief.mutate(`users.${back}`, { id, batchId })
  expect(await app.assignees()).toEqual([id, id, id, id])
})

test("without a choice nobody has it, and what a colleague has taken since stays there", async () => {
  await using app = await start()
  const { chief, leaver, heir } = app
  const batchId = crypto.randomUUID()
  await chief.mutate("users.disable", { id: leaver.id, batchId })
  expect(await app.assignees()).toEqual([null, null, leaver.id, leaver.id])
  const [first] = await app.db.selectFrom("messages").select("id").orderBy("id").execute()
  const action = { kind: "assignee", assignee: heir.id }
  await chief.mutate("messages.change", { ids: [first?.id], action, batchId: crypto.randomUUID() })
  await chief.mutate("users.enable", { id: leaver.id, batchId })
  expect(await app.assignees()).toEqual([heir.id, leaver.id, leaver.id, leaver.id])
})

test("a bare id still disables and deletes", async () => {
  await using app = await start()
  await app.chief.mutate("users.disable", app.leaver.id)
  await app.chief.mutate("users.delete", app.leaver.id)
  expect((await app.assignees()).slice(0, 2)).toEqual([null, null])
})

test("nothing goes to the same person, to nobody's account or to somebody who answers no requests", async () => {
  await using app = await start()
  const reader = await createTestAccount(app.db, { role: "reader" })
  const before = await app.assignees()
  for (const assignee of [app.leaver.id, reader.id, 2 ** 40]) {
    const answer = await app.chief.mutate("users.disable", { id: app.leaver.id, assignee })
    expect(answer, String(assignee)).toMatchObject({ status: 404 })
  }
  expect(await app.assignees()).toEqual(before)
  expect((await app.find(app.leaver.id))?.state).toBe("active")
})

test("whoever loses the right to answer keeps nothing pending", async () => {
  await using app = await start()
  await app.chief.mutate("users.changeRole", { id: app.leaver.id, role: "editor" })
  expect((await app.assignees()).slice(0, 2)).toEqual([null, null])
})

test("what comes back to life does not wait for somebody who has gone", async () => {
  await using app = await start()
  const { chief, leaver } = app
  const sent = (await (await app.postJson("/api/contact", contactFields)).json()) as { id: number; statusUrl: string }
  await app.db
    .updateTable("messages")
    .set({ state: "answered", assigneeId: leaver.id })
    .where("id", "=", sent.id)
    .execute()
  await chief.mutate("users.disable", leaver.id)
  expect(await app.assignees()).toEqual([null, null, leaver.id, leaver.id, leaver.id])
  const token = sent.statusUrl.split("/").at(-1)
  await app.postJson("/trpc/messages.add", { token, text: "Et le prix ?" })
  const archived = await app.db.selectFrom("messages").select("id").where("state", "=", "archived").execute()
  const action = { kind: "state", state: "open" }
  await chief.mutate("messages.change", { ids: archived.map(({ id }) => id), action, batchId: crypto.randomUUID() })
  expect(await app.assignees()).toEqual([null, null, leaver.id, null, null])
})
