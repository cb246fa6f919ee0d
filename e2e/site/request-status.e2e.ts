import type { Request } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { postContactRequest } from "#e2e/admin/request-screen.ts"
import { withDatabase } from "#e2e/database.ts"
import { expect, test } from "#e2e/fixtures.ts"

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, expectedConsole: /400/ })

test("the sender reads state and answers, and adds something once", async ({ page, site }) => {
  const { id, reference, statusUrl } = await postContactRequest(page.request, {
    firstName: "Amina",
    phone: "+243811222333",
  })
  const said = page.getByRole("region", { name: "Échanges" }).getByRole("listitem")
  const referers: Promise<string | undefined>[] = []
  const remember = (request: Request) => void referers.push(request.allHeaders().then(({ referer }) => referer))
  page.on("request", remember)

  await test.step("an answer and its state are there, a note is not", async () => {
    await withDatabase(site, async (db) => {
      const at = new Date().toISOString()
      const entry = { messageId: id, at }
      await db
        .insertInto("messageEntries")
        .values([
          { ...entry, kind: "note", text: "Prix\u202f: 900" },
          { ...entry, kind: "answer", text: "Jeudi à 9h." },
        ])
        .execute()
      await db.updateTable("messages").set({ state: "answered", waitingSince: null }).where("id", "=", id).execute()
    })
    await page.goto(statusUrl)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Votre demande ${reference}`)
    await expect(said).toHaveCount(2)
    await expect(said.last()).toContainText("Jeudi à 9h.")
    await expect(page.getByText("Répondue", { exact: true })).toBeVisible()
  })
  await test.step("an empty addition is asked for again, a text is added once, also by two clicks", async () => {
    await page.getByRole("button", { name: "Envoyer", exact: true }).click()
    await expect(page.getByText("Ce que vous avez écrit n’est pas encore parti.")).toBeVisible()
    await expect(page.getByLabel("Votre message")).toBeFocused()
    await page.getByLabel("Votre message").fill("Le portail est vert.")
    await page.getByRole("button", { name: "Envoyer", exact: true }).dblclick()
    await expect(page.getByText("C’est enregistré.")).toBeVisible()
    await expect(said.filter({ hasText: "Le portail est vert." })).toHaveCount(1)
  })
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await test.step("the private address leaves the page by no Referer", async () => {
    await page.getByRole("banner").getByRole("link").first().click()
    await expect(page).toHaveURL("/")
    page.off("request", remember)
    const token = new URL(statusUrl).pathname.slice("/demande/".length)
    expect((await Promise.all(referers)).filter((referer) => referer?.includes(token))).toEqual([])
  })
})
