import { expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { startApp } from "#server/testing/start-app.ts"
import { startAppWithMails, tokenIn } from "#server/testing/start-app-with-mails.ts"
import { createTestAccount } from "#server/testing/test-account.ts"
import { servePages } from "./serve.ts"

process.env.NODE_ENV = "production"
const pages = await servePages()

const next = "onze tuiles de Kasangulu"

const privateHeaders = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
}

type Site = Pick<Awaited<ReturnType<typeof startApp>>, "request">

function post(site: Site, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return site.request(path, { method: "POST", body: new URLSearchParams(fields), headers })
}

/** Browsers send these headers from a page that sends no referrer. */
const fromPrivatePage = { Origin: "null", "Sec-Fetch-Site": "same-origin" }

test("without JavaScript a forgotten password is reset from the log-in page on", async () => {
  await using site = await startAppWithMails({ pages })
  const account = await createTestAccount(site.db)
  expect(await (await site.request("/login")).text()).toContain('href="/mot-de-passe-oublie"')
  const form = await site.request("/mot-de-passe-oublie")
  expect(await form.text()).toContain('action="/mot-de-passe-oublie" method="post"')
  const asked = await post(site, "/mot-de-passe-oublie", { email: account.email })
  expect([asked.status, asked.headers.get("Location")]).toEqual([303, "/mot-de-passe-oublie?envoye=1"])
  expect(await (await site.request("/mot-de-passe-oublie?envoye=1")).text()).toContain(
    "Si un compte actif a cette adresse",
  )

  const { pathname } = await site.linkTo(account.email)
  const page = await site.request(pathname)
  expect(page.status).toBe(200)
  expect(Object.fromEntries(page.headers)).toMatchObject(privateHeaders)
  const html = await page.text()
  expect(html).toContain(`action="${pathname}"`)
  expect(html).toContain(account.email)
  expect(html).toContain('<meta name="referrer" content="no-referrer"')
  expect(html).not.toMatch(/rel="canonical"|og:url/)

  const done = await post(site, pathname, { password: next, confirmPassword: next }, fromPrivatePage)
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/login?reinitialise=true"])
  expect(done.headers.getSetCookie()).toEqual([])
  expect(Object.fromEntries(done.headers)).toMatchObject(privateHeaders)
  expect(await (await site.request("/login?reinitialise=true")).text()).toContain(
    "Votre nouveau mot de passe est enregistré",
  )
  expect((await createCookieClient(site).signIn(account, next)).status).toBe(200)
})

test("a rejected form says why and shows no password", async () => {
  await using site = await startAppWithMails({ pages })
  const account = await createTestAccount(site.db)
  const typed = await post(site, "/mot-de-passe-oublie", { email: "pas une adresse" })
  expect(typed.status).toBe(400)
  const html = await typed.text()
  expect(html).toContain("E-mail invalide")
  expect(html).toContain('value="pas une adresse"')
  await post(site, "/mot-de-passe-oublie", { email: account.email })
  const { pathname } = await site.linkTo(account.email)
  const rejected = await post(site, pathname, { password: "password123", confirmPassword: "password123" })
  expect(rejected.status).toBe(400)
  expect(Object.fromEntries(rejected.headers)).toMatchObject(privateHeaders)
  const page = await rejected.text()
  expect(page).toContain("Ce mot de passe est trop facile à deviner")
  expect(page).not.toContain("password123")
  expect((await site.request(pathname)).status).toBe(200)
})

test("an eleventh request in an hour is 429 with the usual text", async () => {
  await using site = await startAppWithMails({ pages, settings: { RATE_LIMITS: "1" } })
  for (let count = 0; count < 10; count += 1) {
    expect((await post(site, "/mot-de-passe-oublie", { email: `a-${count}@exemple.cd` })).status).toBe(303)
  }
  const response = await post(site, "/mot-de-passe-oublie", { email: "a@exemple.cd" })
  expect(response.status).toBe(429)
  expect(await response.text()).toContain("Trop de tentatives, réessayez plus tard")
})

test.each(["/reinitialiser", "/confirmer-adresse"])(
  "a guessed link under %s is 404 and says how to go on",
  async (start) => {
    await using site = await startApp({ pages })
    for (const token of ["A".repeat(43), "x", "é", "%22%3E%3Cscript%3E"]) {
      const response = await site.request(`${start}/${token}`)
      expect(response.status, token).toBe(404)
      expect(Object.fromEntries(response.headers)).toMatchObject(privateHeaders)
      const html = await response.text()
      expect(html).toContain(responseTexts.previewLinkGone)
      expect(html).toMatch(/href="\/(mot-de-passe-oublie|admin\/account)"/)
    }
    const fields = { password: next, confirmPassword: next }
    const posted = await post(site, `${start}/${"A".repeat(43)}`, fields)
    expect([posted.status, posted.headers.get("Location")]).toEqual([303, `${start}/${"A".repeat(43)}`])
  },
)

test("who guesses at the pages is stopped", async () => {
  await using site = await startApp({ pages })
  for (let count = 0; count < 20; count += 1) {
    const start = count % 2 ? "/reinitialiser" : "/confirmer-adresse"
    expect((await site.request(`${start}/devine-${count}`)).status).toBe(404)
  }
  expect((await site.request("/reinitialiser/devine")).status).toBe(429)
  expect((await site.request("/confirmer-adresse/devine")).status).toBe(429)
})

test("without JavaScript a new e-mail address is confirmed by its button, not by opening the link", async () => {
  await using site = await startAppWithMails({ pages })
  const account = await createTestAccount(site.db)
  const browser = createCookieClient(site)
  await browser.signIn(account)
  await browser.postJson("/trpc/accounts.requestEmailChange", { email: "nouvelle@exemple.cd" })
  const { pathname } = await site.linkTo("nouvelle@exemple.cd")
  expect(await (await site.request(pathname)).text()).toContain("nouvelle@exemple.cd")
  expect(await browser.me()).toMatchObject({ email: account.email })
  const done = await post(site, pathname, {}, fromPrivatePage)
  expect([done.status, done.headers.get("Location")]).toEqual([303, `${pathname}?faite=1`])
  const page = await site.request(`${pathname}?faite=1`)
  expect(Object.fromEntries(page.headers)).toMatchObject(privateHeaders)
  expect(await page.text()).toContain("Votre adresse e-mail est changée")
  expect(await browser.me()).toMatchObject({ email: "nouvelle@exemple.cd" })
  expect(site.lines.join("")).not.toContain(tokenIn(new URL(pathname, "http://a")))
})

test("an address that is taken meanwhile says so on the page", async () => {
  await using site = await startAppWithMails({ pages })
  const browser = createCookieClient(site)
  await browser.signIn(await createTestAccount(site.db))
  await browser.postJson("/trpc/accounts.requestEmailChange", { email: "nouvelle@exemple.cd" })
  const { pathname } = await site.linkTo("nouvelle@exemple.cd")
  await createTestAccount(site.db, { email: "Nouvelle@exemple.cd" })
  const response = await post(site, pathname, {})
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(responseTexts.emailTaken)
})

test("another site cannot make a browser post these forms", async () => {
  await using site = await startAppWithMails({ pages })
  const account = await createTestAccount(site.db)
  const elsewhere = { Origin: "https://autre.example" }
  expect((await post(site, "/mot-de-passe-oublie", { email: account.email }, elsewhere)).status).toBe(403)
  expect((await post(site, "/mot-de-passe-oublie", { email: account.email }, { Origin: "null" })).status).toBe(403)
  await post(site, "/mot-de-passe-oublie", { email: account.email })
  const { pathname } = await site.linkTo(account.email)
  const fields = { password: next, confirmPassword: next }
  expect((await post(site, pathname, fields, elsewhere)).status).toBe(403)
  const nowhere = { Origin: "null", "Sec-Fetch-Site": "cross-site" }
  expect((await post(site, pathname, fields, nowhere)).status).toBe(403)
  expect((await createCookieClient(site).signIn(account)).status).toBe(200)
})

test("without a mail server, and for a Host that is not known, the page says to call", async () => {
  await using site = await startApp({ pages })
  await using mailing = await startAppWithMails({ pages })
  for (const response of [
    await site.request("/mot-de-passe-oublie"),
    await mailing.request("/mot-de-passe-oublie", { headers: { Host: "pirate.example" } }),
  ]) {
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain("Appelez\u2011nous au +243\u00a0900\u00a0000\u00a0000")
    expect(html.slice(html.indexOf("<main"), html.indexOf("</main"))).not.toContain("<form")
  }
})

test("search engines are told to leave these pages alone", async () => {
  await using site = await startApp({ pages })
  expect(await (await site.request("/mot-de-passe-oublie")).text()).toContain('<meta name="robots" content="noindex"')
})
