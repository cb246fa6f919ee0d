// @module-tag engines
import { expect, test } from "vitest"
import { ACCOUNT_HEADER } from "#server/contract/account-header.ts"
import { DAY_MS } from "#server/contract/durations.ts"
import type { MessageStatus, SentRequest } from "#server/contract/messages.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { openCaller } from "#server/testing/open-caller.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { expireReauthentication } from "#server/testing/test-account.ts"

/** Starts a site with two registered persons, on a clock that tests advance. */
async function startSite() {
  let time = Date.now()
  const site = await startApp({ now: () => new Date(time), settings: { RATE_LIMITS: "0" } })
  async function join() {
    const headers = await signInAs(site, "user")
    return { headers, ...openCaller(site, headers) }
  }
  return {
    ...site,
    amina: await join(),
    joseph: await join(),
    visitor: openCaller(site),
    passDays: (days: number) => {
      time += days * DAY_MS
    },
    async send(fields: object = {}, headers: Record<string, string> = {}) {
      const response = await site.postJson("/api/contact", { ...contactFields, ...fields }, headers)
      const { reference, statusUrl, id } = (await response.json()) as {
        reference: string
        statusUrl: string
        id: number
      }
      return { reference, id, token: new URL(statusUrl).pathname.split("/").at(-1) ?? "" }
    },
  }
}

const own = ({ query }: ReturnType<typeof openCaller>) => query<SentRequest[]>("messages.own")
const references = async (caller: ReturnType<typeof openCaller>) =>
  (await own(caller)).map(({ reference }) => reference)
const tokenOf = ({ statusUrl }: SentRequest) => statusUrl.split("/").at(-1)

test("an account lists what was sent while it was logged in, each with a link that opens its page", async () => {
  await using site = await startSite()
  const { amina, joseph, visitor } = site
  const sent = await site.send({}, amina.headers)
  await site.send()
  const [listed, ...others] = await own(amina)
  expect(others).toEqual([])
  expect(listed).toMatchObject({ reference: sent.reference, sector: contactFields.sector })
  const status = await visitor.query<MessageStatus>("messages.status", listed && tokenOf(listed))
  expect(status).toMatchObject({ reference: sent.reference, isKept: null })
  expect(await own(amina)).toEqual([listed])
  expect(await references(joseph)).toEqual([])
  expect(await visitor.query("messages.own")).toMatchObject({ status: 401 })
})

test("a request that was sent again stands once, and one that was written for another account does not", async () => {
  await using site = await startSite()
  const { amina, joseph } = site
  const requestId = crypto.randomUUID()
  const sent = await site.send({ requestId }, amina.headers)
  await site.send({ requestId }, amina.headers)
  expect(await references(amina)).toEqual([sent.reference])
  await site.send({ message: "Une autre demande." }, { ...joseph.headers, [ACCOUNT_HEADER]: "1" })
  expect(await references(joseph)).toEqual([])
})

test("whoever has the link adds the request to the own account and removes it again, without taking it from others", async () => {
  await using site = await startSite()
  const { amina, joseph, visitor } = site
  const { token, reference } = await site.send({}, amina.headers)
  const isKept = async (caller: ReturnType<typeof openCaller>) =>
    (await caller.query<MessageStatus>("messages.status", token)).isKept
  expect([await isKept(amina), await isKept(joseph)]).toEqual([true, false])
  for (const _ of [1, 2]) await joseph.mutate("messages.keep", token)
  expect(await isKept(joseph)).toBe(true)
  expect(await references(joseph)).toEqual([reference])
  const [listed] = await own(joseph)
  await joseph.mutate("messages.release", token)
  expect(await references(joseph)).toEqual([])
  expect(await references(amina)).toEqual([reference])
  const gone = { status: 404, message: responseTexts.requestLinkGone }
  expect(await visitor.query("messages.status", listed && tokenOf(listed))).toEqual(gone)
  expect(await joseph.mutate("messages.keep", "deviné")).toEqual(gone)
  expect(await visitor.mutate("messages.keep", token)).toMatchObject({ status: 401 })
})

test("a request leaves the account when its page no longer opens: erased, or 180 days after the last change", async () => {
  await using site = await startSite()
  const { amina } = site
  const first = await site.send({}, amina.headers)
  const batch = crypto.randomUUID()
  const erasure = { batch, at: new Date().toISOString(), accountId: null, name: "", requests: 1, photos: 0 }
  await site.db.insertInto("erasures").values(erasure).execute()
  await site.db.updateTable("messages").set({ erasureBatch: batch }).execute()
  expect(await references(amina)).toEqual([])
  await site.db.updateTable("messages").set({ erasureBatch: null }).execute()
  expect(await references(amina)).toEqual([first.reference])
  site.passDays(181)
  await site.db.updateTable("sessions").set({ expiresAt: "2099-01-01T00:00:00.000Z" }).execute()
  expect(await references(amina)).toEqual([])
})

test("who leaves says who they are, and is gone with the list, while the requests stay the company's", async () => {
  await using site = await startSite()
  const { amina, joseph, visitor } = site
  const { token, reference } = await site.send({}, amina.headers)
  await joseph.mutate("messages.keep", token)
  const [listed] = await own(amina)
  await expireReauthentication(site.db)
  expect(await amina.mutate("accounts.leave")).toMatchObject({ status: 403, reason: "reauthentication" })
  expect(await references(amina)).toEqual([reference])
  await site.db.updateTable("sessions").set({ confirmedAt: new Date().toISOString() }).execute()
  const left = await site.request("/trpc/accounts.leave", {
    method: "POST",
    headers: { ...amina.headers, "Content-Type": "application/json" },
  })
  expect(left.status).toBe(200)
  expect(left.headers.get("Set-Cookie")).toMatch(/^session=;.*Max-Age=0/)
  expect(await amina.query("accounts.me")).toBeNull()
  expect(await visitor.query("messages.status", listed && tokenOf(listed))).toMatchObject({ status: 404 })
  expect(await references(joseph)).toEqual([reference])
  expect((await visitor.query<MessageStatus>("messages.status", token)).reference).toBe(reference)
  const entries = await site.db.selectFrom("audit").select(["action", "subject"]).orderBy("id", "desc").execute()
  expect(entries[0]).toEqual({ action: "delete", subject: "account" })
})

test("the office decides about its colleagues' accounts", async () => {
  await using site = await startSite()
  const { mutate } = openCaller(site, await signInAs(site, "reader"))
  expect(await mutate("accounts.leave")).toEqual({ status: 403, message: responseTexts.colleagueLeaves })
  const accounts = await site.db.selectFrom("accounts").select("id").where("deletedAt", "is not", null).execute()
  expect(accounts).toEqual([])
})
