// @module-tag engines
import { expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { servePages } from "#server/pages/serve.ts"
import { startAppWithMails, tokenIn } from "#server/testing/start-app-with-mails.ts"
import { createFactorClient, startWithFactors } from "#server/testing/start-with-factors.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

process.env.NODE_ENV = "production"
const pages = await servePages()

/** Browsers send these headers from a page that sends no referrer. */
const headers = { Origin: "null", "Sec-Fetch-Site": "same-origin" }

/** Starts a site that mails, with an editor who needs a factor and has none. */
async function startLacking(settings: Record<string, string> = {}) {
  const site = await startAppWithMails({ pages, publicUrl: "http://localhost", settings })
  await site.db.insertInto("factorRequirements").values({ role: "editor" }).execute()
  const account = await createTestAccount(site.db, { role: "editor" })
  const browser = createFactorClient(site)
  await browser.signIn(account)
  return {
    ...site,
    account,
    browser,
    async askForLink() {
      expect((await browser.mutate("requestLink")).status).toBe(200)
      await site.untilIdle()
      const mails = site.mailsTo(account.email).filter(({ text }) => text.includes("/proteger-compte/"))
      return new URL(/^https?:\S+$/m.exec(mails.at(-1)?.text ?? "")?.[0] ?? "")
    },
  }
}

test("a link that is mailed to the account opens the way to a first factor, by its button alone", async () => {
  await using site = await startLacking()
  const link = await site.askForLink()
  const page = await site.browser.request(link.pathname)
  expect(page.status).toBe(200)
  expect(Object.fromEntries(page.headers)).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
  })
  expect(await page.text()).toContain(site.account.email)
  expect(await site.browser.me()).toMatchObject({ missingFactor: "link" })
  const used = await site.browser.request(link.pathname, { method: "POST", body: new URLSearchParams(), headers })
  expect([used.status, used.headers.get("Location")]).toEqual([303, "/admin"])
  expect(await site.browser.me()).toMatchObject({ missingFactor: "enrolment" })
  await site.browser.addPasskey()
  expect((await site.browser.query("own")).status).toBe(200)
  expect(site.lines.join("")).not.toContain(tokenIn(link))
})

test("the page names the open account, and says when the link is another's", async () => {
  await using site = await startLacking()
  const { pathname } = await site.askForLink()
  const page = async (browser: Pick<typeof site, "request">) => (await browser.request(pathname)).text()
  const own = await page(site.browser)
  expect(own).toContain(`Vous êtes connecté avec ${site.account.email}.`)
  expect(own).not.toContain("Connectez-vous d’abord")
  const stranger = await createTestAccount(site.db)
  const other = createFactorClient(site)
  await other.signIn(stranger)
  const others = await page(other)
  expect(others).toContain(`Vous êtes connecté avec ${stranger.email}, et ce lien est celui d’un autre compte.`)
  expect(others).toContain("Se déconnecter")
  expect(others).not.toContain("Continuer")
})

test("without a session the page asks to sign in first, and the link stays valid", async () => {
  await using site = await startLacking()
  const { pathname } = await site.askForLink()
  expect(await (await site.request(pathname)).text()).toContain("Connectez-vous d’abord dans ce navigateur")
  const refused = await site.request(pathname, { method: "POST", body: new URLSearchParams(), headers })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain(responseTexts.signInRequired)
  expect((await site.browser.mutate("useLink", pathname.split("/").at(-1))).status).toBe(200)
})

test("another link replaces the former one, and three are mailed an hour, whatever strangers ask for", async () => {
  await using site = await startLacking({ RATE_LIMITS: "1" })
  const links = () => site.db.selectFrom("accountLinks").select("id").where("kind", "=", "factor").execute()
  for (let count = 0; count < 3; count += 1) await site.call("requestReset", { email: site.account.email })
  const first = await site.askForLink()
  await site.askForLink()
  const last = await site.askForLink()
  expect(await links()).toHaveLength(1)
  site.advance(600_000)
  const refused = await site.browser.mutate("requestLink")
  expect(refused.status).toBe(429)
  expect(refused.message).toMatch(/redemandez-en un dans 50 minutes, ou demandez-le à un autre administrateur$/)
  expect(refused.retryAfter).toBe(3000)
  expect(await links()).toHaveLength(1)
  expect((await site.browser.mutate("useLink", tokenIn(first))).status).toBe(404)
  expect((await site.browser.mutate("useLink", tokenIn(last))).status).toBe(200)
})

test("an address that nobody has confirmed gets no link, nor does a session that lacks nothing", async () => {
  await using site = await startLacking()
  await site.db.updateTable("accounts").set({ addressConfirmedAt: null }).execute()
  const refused = { status: 403, message: responseTexts.factorLinkByAdministrator }
  expect(await site.browser.mutate("requestLink")).toMatchObject(refused)
  const other = createFactorClient(site)
  await other.signIn(await createTestAccount(site.db, { role: "agent" }))
  expect(await other.mutate("requestLink")).toMatchObject({ status: 409, message: responseTexts.factorLinkUnneeded })
})

test("without a mail server the link comes from an administrator", async () => {
  await using site = await startWithFactors()
  await site.db.insertInto("factorRequirements").values({ role: "editor" }).execute()
  const { browser } = await site.signIn("editor")
  const refused = { status: 403, message: responseTexts.factorLinkByAdministrator }
  expect(await browser.mutate("requestLink")).toMatchObject(refused)
})
