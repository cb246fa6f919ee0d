import type { Page } from "@playwright/test"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { expectHydrated } from "#e2e/open-page.ts"
import { insertAccount } from "#server/accounts/commands.ts"
import { SECTOR_SLUGS } from "#server/contract/sectors.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { createTestImage, createTestMessage, createTestProject } from "#server/testing/fixtures.ts"
import { hostileTexts, storableTexts } from "#server/testing/hostile-texts.ts"
import { openScreen } from "./sign-in.ts"

/** One text holds all of them, so that one page of projects shows them all at once. */
const everything = storableTexts.join("\n")

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    const image = '"><img src=x onerror=alert(4)>.jpg'
    await createTestImage(db, image)
    for (const name of [
      ...hostileTexts.unicode,
      ...hostileTexts.markup,
      ...hostileTexts.templates,
      ...hostileTexts.urls,
      ...hostileTexts.lines,
    ]) {
      const images = [{ name: image, alt: name }]
      await createTestProject(db, {
        name,
        description: everything,
        address: name,
        status: name,
        sector: "Transport",
        images,
      })
      await createTestMessage(db, { firstName: name, lastName: name, email: `${name}@exemple.cd`, message: everything })
    }
    const username = '"><img src=x onerror=alert(4)>'
    const account = {
      username,
      email: "hostile@exemple.cd",
      passwordHash: "",
      role: "user" as const,
      addressConfirmedAt: null,
    }
    await inTransaction(db, (trx) => insertAccount(trx, account, new Date()))
  },
})

// No file has that picture's name, so it is 404; a script that the CSP blocks would log another message.
test.use({ expectedConsole: /Failed to load resource: the server responded with a status of 404/ })

/** Counts elements that ran a script, or would run one when clicked. */
async function findActiveContent(page: Page) {
  return page.evaluate(() => ({
    handlers: [...document.querySelectorAll("*")].filter((element) =>
      element.getAttributeNames().some((name) => name.startsWith("on")),
    ).length,
    foreign: document.querySelectorAll('img[src="x"], svg[onload], iframe, object, embed, base').length,
    links: [...document.querySelectorAll("[href], [action], [formaction]")].filter((element) =>
      /^\s*(javascript|data|vbscript):/i.test(element.getAttribute("href") ?? element.getAttribute("action") ?? ""),
    ).length,
  }))
}

const inert = { handlers: 0, foreign: 0, links: 0 }

const screens = [
  "/admin/dashboard",
  "/admin/projects?search=%3Cscript%3Ealert(1)%3C%2Fscript%3E&sort=name",
  "/admin/project-edit/1",
  "/admin/messages?search=%22%3E%3Cimg%20src%3Dx%20onerror%3Dalert(4)%3E",
  "/admin/stats",
]

/** Collects the dialogs that the page opens from now on; only a script that ran could open one. */
function collectDialogs(page: Page) {
  const dialogs: string[] = []
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message())
    return dialog.dismiss()
  })
  return dialogs
}

test("no stored text runs on the screens of the office, nor on the list that visitors see", async ({ page }) => {
  const dialogs = collectDialogs(page)
  for (const path of screens) {
    await openScreen(page, path, /./)
    await expect(page.getByRole("main").locator("[aria-busy=true], .skeleton")).toHaveCount(0)
    expect(await findActiveContent(page), path).toEqual(inert)
  }
  await openScreen(page, "/admin/projects", /./)
  await page.getByRole("button", { name: "Supprimer <script>alert(1)</script>", exact: true }).first().click()
  await expect(page.getByRole("dialog")).toContainText("<script>alert(1)</script>")
  expect(await findActiveContent(page)).toEqual(inert)

  await page.goto(`/${SECTOR_SLUGS.Transport}`, { waitUntil: "domcontentloaded" })
  await expect(page.getByText("<script>alert(1)</script>").first()).toBeVisible()
  expect(await findActiveContent(page), "before hydration").toEqual(inert)
  await expectHydrated(page)
  expect(await findActiveContent(page), "after hydration").toEqual(inert)
  expect(dialogs).toEqual([])
})
