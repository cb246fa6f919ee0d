import type { Page } from "@playwright/test"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { admin, openScreen, readTokens } from "./sign-in.ts"

const user = { email: "lectrice@exemple.cd", password: TEST_PASSWORD }

const test = testOnDedicatedSite({
  settings: { DEMO_CONTENT: "0" },
  fill: (db) => createTestAccount(db, { email: user.email, username: "Lectrice" }),
})

async function logIn(page: Page, { email, password } = admin) {
  const main = page.getByRole("main")
  await main.getByLabel("E-mail", { exact: true }).fill(email)
  await main.getByLabel("Mot de passe", { exact: true }).fill(password)
  await main.getByRole("button", { name: "Se connecter" }).click()
}

/** Expects the header to show the one control and not the other, both of which stand in the HTML. */
async function expectHeader(page: Page, shown: "Connexion" | "Déconnexion") {
  const header = page.getByRole("banner")
  const isIn = shown === "Déconnexion"
  await expect(header.getByRole("button", { name: "Déconnexion" })).toBeVisible({ visible: isIn })
  await expect(header.getByRole("link", { name: "Connexion" })).toBeVisible({ visible: !isIn })
}

test("a visitor logs in without a page load, is back at the screen that was asked for, and logs out in each tab @postgres", async ({
  page,
}) => {
  await openPage(page, "/admin/messages?search=ciment")
  await expect(page).toHaveURL(/^[^?]+\/login\?redirect=/)
  await expectHeader(page, "Connexion")
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  await logIn(page)
  await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/messages\?(.*&)?search=ciment/)
  expect(await page.evaluate(() => "samePage" in window)).toBe(true)
  const other = await page.context().newPage()
  await openScreen(other, "/admin/messages", "Messages")
  await openPage(page, "/")
  await expectHeader(page, "Déconnexion")
  await page.getByRole("banner").getByRole("button", { name: "Déconnexion" }).click()
  await expectHeader(page, "Connexion")
  await expect(page).toHaveURL("/")
  await expect(other).toHaveURL("/login?redirect=%2Fadmin%2Fmessages")
  await expectHeader(other, "Connexion")
})

test("a log-in whose form is sent before the script runs shows on the next page", async ({ page, context }) => {
  await page.route("**/assets/*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }))
  await page.goto("/login")
  await logIn(page, user)
  await expect(page).toHaveURL("/")
  await expectHeader(page, "Déconnexion")
  expect(await readTokens(page)).toEqual(["session", "session"])
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("signed-in")
})
