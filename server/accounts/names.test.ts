// @module-tag engines
import { expect, test } from "vitest"
import type { MessageDetails } from "#server/contract/messages.ts"
import type { UserSearchResult } from "#server/contract/users.ts"
import { createTestMessages } from "#server/testing/fixtures.ts"
import { openCaller } from "#server/testing/open-caller.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

async function start() {
  const app = await startApp({ settings: { RATE_LIMITS: "0" } })
  const chief = openCaller(app, await signInAs(app, "admin"))
  const agent = openCaller(app, await signInAs(app, "agent"))
  const { id } = await app.db.selectFrom("accounts").select("id").where("role", "=", "agent").executeTakeFirstOrThrow()
  const [messageId = 0] = await createTestMessages(app.db, 1)
  return {
    ...app,
    chief,
    agent,
    id,
    async request() {
      return chief.query<MessageDetails>("messages.get", messageId)
    },
    assign: () =>
      chief.mutate("messages.change", {
        ids: [messageId],
        action: { kind: "assignee", assignee: id },
        batchId: crypto.randomUUID(),
      }),
  }
}

test("the displayed name stands where the person is shown, and in the search of users", async () => {
  await using app = await start()
  await app.agent.mutate("accounts.rename", { fullName: " Marie  Lisanga " })
  expect(await app.agent.query("accounts.me")).toMatchObject({ fullName: "Marie Lisanga" })
  await app.assign()
  const { assignee, entries } = await app.request()
  expect(assignee?.name).toBe("Marie Lisanga")
  expect(entries.find(({ kind }) => kind === "assignee")?.after).toBe("Marie Lisanga")
  expect(await app.chief.query("messages.colleagues")).toContainEqual({ id: app.id, name: "Marie Lisanga" })
  const { users } = await app.chief.query<UserSearchResult>("users.search", { search: "marie lis" })
  expect(users.map(({ id }) => id)).toEqual([app.id])
})

test("an administrator gives and takes it, on record", async () => {
  await using app = await start()
  await app.chief.mutate("users.rename", { id: app.id, fullName: "Marie Lisanga" })
  await app.assign()
  expect((await app.request()).assignee?.name).toBe("Marie Lisanga")
  await app.chief.mutate("users.rename", { id: app.id, fullName: "" })
  expect((await app.request()).assignee?.name).toMatch(/^agent \d+$/)
  const audit = await app.db
    .selectFrom("audit")
    .select("details")
    .where("action", "=", "rename")
    .orderBy("id")
    .execute()
  expect(audit.map(({ details }) => JSON.parse(details))).toEqual([
    { before: { name: null }, after: { name: "Marie Lisanga" } },
    { before: { name: "Marie Lisanga" }, after: { name: null } },
  ])
})

test("nobody takes the name of somebody else, and none that nobody can read", async () => {
  await using app = await start()
  await createTestAccount(app.db, { username: "Direction" })
  await app.chief.mutate("accounts.rename", { fullName: "Marie Lisanga" })
  for (const fullName of ["DIRECTION", "marie lisanga"])
    expect(await app.agent.mutate("accounts.rename", { fullName }), fullName).toMatchObject({ status: 409 })
  for (const fullName of ["\u2800", "a".repeat(81), 7])
    expect(await app.agent.mutate("accounts.rename", { fullName }), String(fullName)).toMatchObject({ status: 400 })
  expect(await app.agent.query("accounts.me")).not.toHaveProperty("fullName")
})

test("a deleted account is shown without it, and has it again once it is restored", async () => {
  await using app = await start()
  await app.chief.mutate("users.rename", { id: app.id, fullName: "Marie Lisanga" })
  await app.assign()
  await app.db.updateTable("messages").set({ state: "answered" }).execute()
  await app.chief.mutate("users.delete", app.id)
  expect((await app.request()).assignee?.name).toBe("compte supprimé")
  await app.chief.mutate("users.restore", app.id)
  expect((await app.request()).assignee?.name).toBe("Marie Lisanga")
})
