import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { makeAccount, PASSWORD } from "#server/testing/make-account.ts"
import { breakCalls, noConnection, proxyPage, refused } from "./broken-calls.ts"
import { admin, openScreen, readTokens, signIn } from "./sign-in.ts"

const user = { email: "lectrice@exemple.cd", password: PASSWORD }

const test = testOnDedicatedSite({
  settings: { DEMO_CONTENT: "0" },
  fill: (db) => makeAccount(db, { email: user.email, username: "Lectrice" }),
})

function fields(page: Page) {
  const main = page.getByRole("main")
  return {
    email: main.getByLabel("E-mail", { exact: true }),
    password: main.getByLabel("Mot de passe", { exact: true }),
    button: main.getByRole("button", { name: "Se connecter" }),
  }
}

async function logIn(page: Page, { email, password } = admin) {
  await fields(page).email.fill(email)
  await fields(page).password.fill(password)
  await fields(page).button.click()
}

function logOutButton(page: Page) {
  return page.getByRole("banner").getByRole("button", { name: "Déconnexion" })
}

test("both fields are required, the e-mail's is of that type, and a link leads to registration", async ({ page }) => {
  await openPage(page, "/login")
  const { email, password } = fields(page)
  await expect(email).toHaveAttribute("type", "email")
  await expect(email).toHaveAttribute("required", "")
  await expect(password).toHaveAttribute("type", "password")
  await expect(password).toHaveAttribute("required", "")
  await expectAccessible(page)
  await page.getByRole("main").getByRole("link", { name: "S’inscrire" }).click()
  await expect(page).toHaveURL("/register")
})

test("an administrator goes to the dashboard", async ({ page }) => {
  await openPage(page, "/login")
  await logIn(page)
  await expect(page).toHaveURL("/admin/dashboard")
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
})

test("anybody else goes home, and the header changes without a page load", async ({ page }) => {
  await openPage(page, "/login")
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  await expect(page.getByRole("banner").getByRole("link", { name: "Connexion" })).toBeVisible()
  await logIn(page, user)
  await expect(page).toHaveURL("/")
  await expect(logOutButton(page)).toBeVisible()
  await expect(page.getByRole("banner").getByRole("link", { name: "Connexion" })).toBeHidden()
  expect(await page.evaluate(() => "samePage" in window)).toBe(true)
})

test("the answer's token goes into both storages, and is no credential", async ({ page, playwright, site }) => {
  await openPage(page, "/login")
  const answer = page.waitForResponse(/accounts\.signIn/)
  await logIn(page, user)
  const [{ result }] = await (await answer).json()
  await expect(page).toHaveURL("/")
  expect(await readTokens(page)).toEqual([result.data.token, result.data.token])
  const stranger = await playwright.request.newContext({ baseURL: site.url })
  const headers = { Authorization: `Bearer ${result.data.token}`, Cookie: `token=${result.data.token}` }
  expect((await stranger.get("/api/admin/stats", { headers })).status()).toBe(401)
  await stranger.dispose()
})

test.describe("refused", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  for (const { who, email } of [
    { who: "a wrong password", email: admin.email },
    { who: "an unknown e-mail", email: "personne@exemple.cd" },
  ]) {
    test(`${who} gets the same words in red, and no token`, async ({ page }) => {
      await openPage(page, "/login")
      await logIn(page, { email, password: "pas le bon" })
      await expect(page.getByRole("alert")).toHaveText("E-mail ou mot de passe incorrect")
      await expect(page.getByRole("alert")).toHaveCSS("background-color", "rgb(163, 35, 28)")
      await expect(page).toHaveURL("/login")
      await expect(fields(page).email).toHaveValue(email)
      expect(await readTokens(page)).toEqual([null, null])
    })
  }

  test("a lost connection says 'Erreur réseau'", async ({ page, context }) => {
    await openPage(page, "/login")
    await context.setOffline(true)
    await logIn(page)
    await expect(page.getByRole("alert")).toHaveText("Erreur réseau")
    await context.setOffline(false)
    await fields(page).button.click()
    await expect(page).toHaveURL("/admin/dashboard")
  })

  test("a server that is not there says 'Erreur réseau'", async ({ page }) => {
    await openPage(page, "/login")
    await breakCalls(page, "accounts.signIn", noConnection)
    await logIn(page)
    await expect(page.getByRole("alert")).toHaveText("Erreur réseau")
  })

  test("an answer without sense says 'Erreur de connexion'", async ({ page }) => {
    await openPage(page, "/login")
    await breakCalls(page, "accounts.signIn", proxyPage)
    await logIn(page)
    await expect(page.getByRole("alert")).toHaveText("Erreur de connexion")
  })

  test("the server's own words come first", async ({ page }) => {
    await openPage(page, "/login")
    await breakCalls(page, "accounts.signIn", refused("Le serveur est occupé, réessayez dans un instant"))
    await logIn(page)
    await expect(page.getByRole("alert")).toHaveText("Le serveur est occupé, réessayez dans un instant")
  })
})

test("fields left empty are told under them, and nothing is sent", async ({ page }) => {
  const calls: string[] = []
  page.on("request", (request) => calls.push(request.url()))
  await openPage(page, "/login")
  await fields(page).button.click()
  await expect(fields(page).email).toHaveAccessibleDescription("L’e-mail est requis")
  await expect(fields(page).password).toHaveAccessibleDescription("Le mot de passe est requis")
  await expect(fields(page).email).toBeFocused()
  expect(calls.filter((url) => url.includes("signIn"))).toEqual([])
})

test.describe("coming from elsewhere", () => {
  test("a visitor of an admin screen logs in and is back there", async ({ page }) => {
    await page.goto("/admin/messages?page=1&search=ciment")
    await expect(page).toHaveURL(/^[^?]+\/login\?redirect=/)
    await logIn(page)
    await expect(page).toHaveURL(/\/admin\/messages\?(.*&)?search=ciment/)
    await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeVisible()
  })

  for (const target of [
    "https://mechant.example/",
    "//mechant.example",
    "/\\mechant.example",
    "/.//mechant.example",
    "javascript:alert(1)",
  ]) {
    test(`nobody is led to ${target}`, async ({ page }) => {
      await openPage(page, `/login?redirect=${encodeURIComponent(target)}`)
      await logIn(page)
      await expect(page).toHaveURL("/admin/dashboard")
    })
  }
})

test("a refused form repeats where it is to lead, when that is on this site", async ({ request }) => {
  const refused = async (redirect: string) => {
    const response = await request.post("/login", { form: { email: admin.email, password: "non", redirect } })
    expect(response.status()).toBe(400)
    return response.text()
  }
  expect(await refused("/admin/stats")).toContain('value="/admin/stats"')
  for (const target of ["//mechant.example", "/.//mechant.example", "javascript:mechant"]) {
    expect(await refused(target)).not.toContain(`value="${target}"`)
  }
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, expectedConsole: /status of 40[01]/ })

  test("the form logs in and leads back", async ({ page }) => {
    await page.goto("/login?redirect=%2Fabout")
    await logIn(page, user)
    await expect(page).toHaveURL("/about")
    expect((await page.context().cookies()).find(({ name }) => name === "session")?.httpOnly).toBe(true)
  })

  test("a refusal comes with status 400, the typed e-mail and no password", async ({ page }) => {
    await page.goto("/login")
    const answer = page.waitForResponse((response) => response.request().method() === "POST")
    await logIn(page, { email: user.email, password: "pas le bon" })
    expect((await answer).status()).toBe(400)
    expect((await answer).headers()["cache-control"]).toBe("no-store")
    await expect(page.getByRole("alert")).toHaveText("E-mail ou mot de passe incorrect")
    await expect(fields(page).email).toHaveValue(user.email)
    await expect(fields(page).password).toHaveValue("")
  })

  test("an administrator is sent on by a 303", async ({ page }) => {
    const answer = await page.request.post("/login", { form: admin, maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([303, "/admin/dashboard"])
  })

  test("the back-office says that it needs JavaScript", async ({ page }) => {
    await page.request.post("/api/login", { data: admin })
    await page.goto("/admin/dashboard")
    await expect(page.getByText(/L’administration a besoin de JavaScript/)).toBeVisible()
  })
})

test("a `user` sees that the back-office is the administrator's, and none of its calls is made", async ({ page }) => {
  const calls: string[] = []
  page.on("request", (request) => calls.push(request.url()))
  await signIn(page, user)
  await openScreen(page, "/admin/dashboard", "Accès réservé à l'administrateur")
  expect(calls.filter((url) => /stats|drawn-chart/.test(url))).toEqual([])
  await expectAccessible(page)
  await page.getByRole("button", { name: "Se déconnecter" }).click()
  await expect(page).toHaveURL("/login")
  await expect.poll(() => readTokens(page)).toEqual([null, null])
})

test.describe("a session that has ended", () => {
  test.use({ expectedConsole: /status of 401/ })

  test("clears the token at the next call", async ({ page, site }) => {
    await signIn(page)
    await openScreen(page, "/admin/dashboard", "Dashboard")
    await expect(page.getByRole("definition").first()).toHaveText("0")
    await withDatabase(site, (db) => db.deleteFrom("sessions").execute())
    await page.getByRole("link", { name: "Messages" }).click()
    await expect.poll(() => readTokens(page)).toEqual([null, null])
  })

  test("shows Connexion on the pages, not Déconnexion", async ({ page, site }) => {
    await signIn(page)
    await openScreen(page, "/admin/dashboard", "Dashboard")
    await withDatabase(site, (db) => db.deleteFrom("sessions").execute())
    await page.goto("/admin/messages")
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByRole("banner").getByRole("link", { name: "Connexion" })).toBeVisible()
    expect(await readTokens(page)).toEqual([null, null])
  })
})

test("the sidebar's log-out ends the session on the server and goes to log-in", async ({ page }) => {
  await signIn(page)
  await openScreen(page, "/admin/dashboard", "Dashboard")
  await page.getByRole("complementary").getByRole("button", { name: "Déconnexion" }).click()
  await expect(page).toHaveURL("/login")
  await expect.poll(() => readTokens(page)).toEqual([null, null])
  await expect.poll(async () => (await page.request.get("/api/admin/stats")).status()).toBe(401)
  await expect(page.getByRole("banner").getByRole("link", { name: "Connexion" })).toBeVisible()
})
