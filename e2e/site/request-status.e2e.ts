import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { sendRequest } from "#e2e/admin/request-screen.ts"
import { withDatabase } from "#e2e/database.ts"
import { expect, ON_POSTGRES, test } from "#e2e/fixtures.ts"

const DAY_MS = 86_400_000

const phone = { width: 360, height: 740 }

function said(page: Page) {
  return page.getByRole("region", { name: "Échanges" }).getByRole("listitem")
}

test.describe("on a phone", () => {
  test.use({ viewport: phone, hasTouch: true, expectedConsole: /400/ })

  test("the sender reads state and answers, and adds something once", ON_POSTGRES, async ({ page, site }) => {
    const { id, reference, statusUrl } = await sendRequest(page.request, { firstName: "Amina", phone: "+243811222333" })
    await page.goto(statusUrl)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Votre demande ${reference}`)
    await expect(page.getByText("Nous avons bien reçu votre demande.")).toBeVisible()
    await expectAccessible(page)

    await test.step("an answer and its state are there at the next visit, a note is not", async () => {
      await withDatabase(site, async (db) => {
        const at = new Date().toISOString()
        await db
          .insertInto("messageEntries")
          .values({ messageId: id, kind: "note", text: "Prix\u202f: 900", at })
          .execute()
        await db
          .insertInto("messageEntries")
          .values({ messageId: id, kind: "answer", text: "Jeudi à 9h.", at })
          .execute()
        await db.updateTable("messages").set({ state: "answered", waitingSince: null }).where("id", "=", id).execute()
      })
      await page.reload()
      await expect(said(page)).toHaveCount(2)
      await expect(said(page).last()).toContainText("Jeudi à 9h.")
      await expect(page.getByText("Répondue", { exact: true })).toBeVisible()
    })
    await test.step("an empty addition is asked for again, a text is added once, also by two clicks", async () => {
      await page.getByRole("button", { name: "Envoyer", exact: true }).click()
      await expect(page.getByText("Ce que vous avez écrit n’est pas encore parti.")).toBeVisible()
      await page.getByLabel("Votre message").fill("Le portail est vert.")
      await page.getByRole("button", { name: "Envoyer", exact: true }).dblclick()
      await expect(page.getByText("C’est enregistré.")).toBeVisible()
      await expect(said(page).filter({ hasText: "Le portail est vert." })).toHaveCount(1)
    })
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
})

test.describe("a private address", () => {
  test.use({ expectedHosts: /^www\.facebook\.com$/, expectedConsole: /404/ })

  test("leaves the page by no Referer, and another one opens nothing", async ({ page, context }) => {
    const { statusUrl } = await sendRequest(page.request)
    const token = new URL(statusUrl).pathname.split("/").at(-1) ?? ""
    const referers: string[] = []
    context.on("request", async (request) => {
      const { referer } = await request.allHeaders()
      if (referer) referers.push(referer)
    })
    await context.route("https://www.facebook.com/**", (route) => route.fulfill({ body: "Facebook" }))
    await page.goto(statusUrl, { waitUntil: "networkidle" })
    const left = page.waitForRequest("https://www.facebook.com/**")
    await page.evaluate(() => location.assign("https://www.facebook.com/"))
    expect((await (await left).allHeaders()).referer).toBeUndefined()
    await page.waitForURL("https://www.facebook.com/")
    expect(referers.filter((referer) => referer.includes(token))).toEqual([])

    const guessed = await page.goto(statusUrl.replace(token, token.split("").reverse().join("")))
    expect(guessed?.status()).toBe(404)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cette demande est introuvable")
    await expect(page.getByRole("link", { name: "Nous contacter" }).last()).toBeVisible()
    await expectAccessible(page)
  })

  test("expires 180 days after the last change", async ({ page, site }) => {
    const { id, statusUrl } = await sendRequest(page.request)
    const longAgo = new Date(Date.now() - 181 * DAY_MS).toISOString()
    await withDatabase(site, (db) =>
      db.updateTable("messages").set({ createdAt: longAgo }).where("id", "=", id).execute(),
    )
    expect((await page.goto(statusUrl))?.status()).toBe(404)
    await expect(page.getByText("il a expiré ou la demande a été effacée")).toBeVisible()
  })
})
