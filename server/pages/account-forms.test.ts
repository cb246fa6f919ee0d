import { expect, test } from "vitest"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { servePages } from "./serve.ts"

process.env.NODE_ENV = "production"
const pages = await servePages()

const typed = { username: "Béa Lukusa", email: "bea@exemple.cd", password: TEST_PASSWORD }

type Site = Awaited<ReturnType<typeof startApp>>

function post(site: Site, path: string, fields: Record<string, string>) {
  return site.request(path, { method: "POST", body: new URLSearchParams(fields) })
}

/** Returns the values of a form's fields by their names. */
function fieldsIn(html: string): Record<string, string> {
  const inputs = html.slice(html.indexOf("<main"), html.indexOf("</main")).match(/<input[^>]*>/g) ?? []
  return Object.fromEntries(
    inputs.map((input) => [/ name="(\w+)"/.exec(input)?.[1], / value="([^"]*)"/.exec(input)?.[1] ?? ""]),
  )
}

test("without JavaScript a rejected log-in keeps the e-mail and where it leads, but no password", async () => {
  await using site = await startApp({ pages })
  const account = await createTestAccount(site.db, { role: "admin" })
  const form = await (await site.request("/login?redirect=%2Fadmin%2Fprojects")).text()
  expect(form).toContain('action="/login" method="post"')
  const redirect = "/admin/projects"
  expect(fieldsIn(form)).toEqual({ email: "", password: "", redirect })
  const rejected = await post(site, "/login", { email: account.email, password: "pas le bon", redirect })
  expect([rejected.status, rejected.headers.get("Cache-Control")]).toEqual([400, "no-store"])
  const html = await rejected.text()
  expect(html).toMatch(/role="alert".*E-mail ou mot de passe incorrect/s)
  expect(fieldsIn(html)).toEqual({ email: account.email, password: "", redirect })
  expect(html).not.toContain("pas le bon")
  const done = await post(site, "/login", { email: account.email, password: TEST_PASSWORD, redirect })
  expect([done.status, done.headers.get("Location")]).toEqual([303, redirect])
  const handedOver = expect.stringMatching(/^signed-in=1; Max-Age=60; Path=\/; SameSite=Lax$/)
  expect(done.headers.getSetCookie(), "a cookie that the next page's script reads").toContainEqual(handedOver)
  expect(rejected.headers.getSetCookie()).not.toContainEqual(handedOver)
})

test.each([
  [{ email: "", password: "" }, "email"],
  [{ email: "bea@exemple.cd", password: "" }, "password"],
])("without JavaScript a rejected log-in has the focus in its first invalid field", async (given, field) => {
  await using site = await startApp({ pages })
  const html = await (await post(site, "/login", given)).text()
  const focused = html.match(/<input[^>]* autofocus=""[^>]*>/g) ?? []
  // Of several such fields browsers focus the first.
  expect(focused[0]).toContain(` name="${field}"`)
})

test("without JavaScript the back office says that it needs it", async () => {
  await using site = await startApp({ pages })
  const account = await createTestAccount(site.db, { role: "admin" })
  const browser = createCookieClient(site)
  await browser.signIn(account)
  const html = await (await browser.request("/admin/dashboard")).text()
  expect(html).toMatch(/<noscript>((?!<\/noscript>).)*L’administration a besoin de JavaScript/s)
})

test("without JavaScript a rejected registration keeps what was typed but the passwords, and a new one leads to log-in", async () => {
  await using site = await startApp({ pages })
  const form = await (await site.request("/register")).text()
  expect(form).toContain('action="/register" method="post"')
  expect(Object.keys(fieldsIn(form))).toEqual(["username", "email", "password", "confirmPassword"])
  const rejected = await post(site, "/register", { ...typed, confirmPassword: "autre chose encore" })
  expect(rejected.status).toBe(400)
  const html = await rejected.text()
  const visible = html.slice(0, html.indexOf("</main"))
  expect(visible.split("Les mots de passe ne correspondent pas"), "told once, at the field").toHaveLength(2)
  expect(fieldsIn(html)).toMatchObject({ username: typed.username, email: typed.email, password: "" })
  expect(html).not.toContain(TEST_PASSWORD)
  const done = await post(site, "/register", { ...typed, confirmPassword: TEST_PASSWORD })
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/login?inscrit=true"])
  const other = { ...typed, username: "Autre", email: "autre@exemple.cd", confirm_password: TEST_PASSWORD }
  expect((await post(site, "/register", other)).status).toBe(303)
  expect(await (await site.request("/login?inscrit=true")).text()).toMatch(/role="status".*Inscription réussie/s)
})
