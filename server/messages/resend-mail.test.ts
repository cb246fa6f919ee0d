// @module-tag engines
import { expect, test } from "vitest"
import type { Role } from "#server/contract/domains/roles.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { enqueueMail } from "#server/jobs/outbox.ts"
import { openCaller } from "#server/testing/open-caller.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

async function startWithAccountMail() {
  let time = Date.UTC(2025, 2, 3)
  const now = () => new Date(time)
  const app = await startApp({ now, outbox: { wake: () => {} } })
  const recipient = "anne@exemple.cd"
  await inTransaction(app.db, (trx) =>
    enqueueMail(trx, { kind: "reset", recipient, origin: "http://localhost" }, now()),
  )
  const { id } = await app.db.selectFrom("outbox").select("id").executeTakeFirstOrThrow()
  return {
    ...app,
    id,
    advance: (ms: number) => (time += ms),
    callAs: async (role: Role) => openCaller(app, await signInAs(app, role)),
  }
}

test("a mail by which somebody chooses a password is sent again with the right to invite alone, and is in the log", async () => {
  await using site = await startWithAccountMail()
  const agent = await site.callAs("agent")
  expect(await agent.mutate("messages.resendMail", site.id)).toMatchObject({ status: 403 })
  expect(await site.db.selectFrom("audit").selectAll().execute()).toEqual([])
  const admin = await site.callAs("admin")
  expect(await admin.mutate("messages.resendMail", site.id)).toBeUndefined()
  expect(await site.db.selectFrom("audit").selectAll().orderBy("id").execute()).toMatchObject([
    { action: "resend mail", subject: "account", subjectName: "a…@exemple.cd", details: '{"kind":"reset"}' },
  ])
  site.advance(11 * 60_000)
  expect(await admin.mutate("messages.resendMail", site.id)).toMatchObject({ status: 403, reason: "reauthentication" })
})
