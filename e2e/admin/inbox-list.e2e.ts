import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestImage } from "#server/testing/fixtures.ts"
import { addMessage } from "./add-message.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { banner, names, openInbox, row, rows, stateLink } from "./inbox.ts"

const DAY_MS = 86_400_000

/** It must be recent, since the site deletes messages after two years. */
const YEAR = new Date().getFullYear() - 1

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    const { id: mine } = await db.selectFrom("accounts").select("id").executeTakeFirstOrThrow()
    const add = (lastName: string, day: string, given: object = {}) =>
      addMessage(db, {
        firstName: "Mme",
        lastName,
        email: `${lastName}@exemple.cd`,
        at: new Date(`${day}T12:00:00Z`),
        ...given,
      })
    await add("Ancienne", `${YEAR}-01-10`)
    const { id: open } = await add("Ouverte", `${YEAR}-02-10`, { sector: "elevage" })
    const { id: answered } = await add("Répondue", `${YEAR}-02-20`)
    const { id: withPhoto } = await add("Photo", `${YEAR}-03-10`, { sector: "elevage" })
    await db.updateTable("messages").set({ state: "open", assigneeId: mine }).where("id", "=", open).execute()
    await db.updateTable("messages").set({ state: "answered", waitingSince: null }).where("id", "=", answered).execute()
    await createTestImage(db, "0123456789abcdef.webp")
    await db
      .insertInto("messagePhotos")
      .values({ messageId: withPhoto, position: 0, image: "0123456789abcdef.webp" })
      .execute()
  },
})

test("the inbox is filtered, walked by keyboard, and listed by state and by wait @slow", async ({ page }) => {
  await openInbox(page)
  await test.step("filters stand in the URL, survive a reload, and chips remove them", async () => {
    await expect(names(page)).toHaveText(["Mme Photo", "Mme Répondue", "Mme Ouverte", "Mme Ancienne"])
    await expect(row(page, "Mme Photo").getByText("1 photo")).toHaveCount(1)
    await page.getByLabel("Filtrer par secteur").selectOption("Élevage")
    await expect(page).toHaveURL("/admin/messages?secteur=elevage")
    await expect(names(page)).toHaveText(["Mme Photo", "Mme Ouverte"])
    await page.getByLabel("Filtrer par responsable").selectOption("Moi")
    await expect(names(page)).toHaveText(["Mme Ouverte"])
    await page.reload()
    await expect(page).toHaveURL("/admin/messages?secteur=elevage&responsable=moi")
    await expect(names(page)).toHaveText(["Mme Ouverte"])
    const download = page.waitForEvent("download")
    await page.getByRole("link", { name: "Exporter" }).click()
    const file = (await (await (await download).createReadStream()).toArray()).join("")
    expect(file).toContain("Ouverte")
    expect(file).not.toContain("Ancienne")
    await page.getByRole("button", { name: /^Retirer le filtre.*Moi/ }).click()
    await page.getByLabel("Filtrer par photos").selectOption("Avec photos")
    await expect(names(page)).toHaveText(["Mme Photo"])
    await page.getByRole("button", { name: "Effacer les filtres" }).click()
    await expect(page).toHaveURL("/admin/messages")
  })
  await test.step("a period is days of Kinshasa, the last one included", async () => {
    await page.getByLabel("Reçus à partir du").fill(`${YEAR}-02-10`)
    await page.getByLabel("Reçus jusqu’au").fill(`${YEAR}-02-20`)
    await expect(page).toHaveURL(`/admin/messages?du=${YEAR}-02-10&au=${YEAR}-02-20`)
    await expect(names(page)).toHaveText(["Mme Répondue", "Mme Ouverte"])
    await page.getByRole("button", { name: /^Retirer le filtre.*Depuis le/ }).click()
    await expect(names(page)).toHaveText(["Mme Répondue", "Mme Ouverte", "Mme Ancienne"])
    await page.getByRole("button", { name: /^Retirer le filtre.*Jusqu’au/ }).click()
  })
  await test.step("a day is typed digit by digit, and its field keeps the focus", async () => {
    const from = page.getByLabel("Reçus à partir du")
    await from.focus()
    await page.keyboard.type(`0202${YEAR}`)
    await expect(page).toHaveURL(`/admin/messages?du=${YEAR}-02-02`)
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("ArrowLeft")
    // The first part is the day or the month, by the language of the browser.
    await page.keyboard.type("1")
    await expect(page).toHaveURL(/du=\d+-(01-02|02-01)$/)
    await page.keyboard.type("1")
    await expect(page).toHaveURL(/du=\d+-(11-02|02-11)$/)
    await expect(from).toBeFocused()
    await page.getByRole("button", { name: /^Retirer le filtre.*Depuis le/ }).click()
    await expect(from).toHaveValue("")
  })
  await test.step("by keyboard alone: / searches, arrows walk, Space selects, Enter opens, ? lists the keys", async () => {
    await expect(rows(page)).toHaveCount(4)
    await page.keyboard.press("ArrowDown")
    await expect(row(page, "Mme Photo")).toBeFocused()
    await page.keyboard.press("ArrowDown")
    await expect(row(page, "Mme Répondue")).toBeFocused()
    await page.keyboard.press("Space")
    await expect(page.getByText("1 message sélectionné", { exact: true })).toBeVisible()
    await page.keyboard.press("?")
    await expect(page.getByRole("dialog", { name: "Raccourcis clavier" })).toContainText("Ouvrir le message")
    await expectAccessible(page)
    await page.keyboard.press("Escape")
    await page.keyboard.press("/")
    await page.keyboard.type("ancienne")
    await expect(rows(page)).toHaveCount(1)
    await page.keyboard.press("ArrowDown")
    await expect(row(page, "Mme Ancienne")).toBeFocused()
    const href = await names(page).getAttribute("href")
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL(href ?? "")
  })
  await test.step("states are links with counts, and what waits longest for an answer comes first on request", async () => {
    await page
      .getByRole("complementary")
      .getByRole("link", { name: /^Messages/ })
      .click()
    await expect(page.getByRole("navigation", { name: "Messages par état" }).getByRole("link")).toHaveText([
      "Tous 4",
      "Nouveaux 2",
      "En cours 1",
      "Répondus 1",
      "Archivés 0",
      "Indésirables 0",
      "Corbeille 0",
    ])
    await stateLink(page, "En cours").click()
    await expect(page).toHaveURL("/admin/messages?etat=en-cours")
    await expect(names(page)).toHaveText(["Mme Ouverte"])
    await stateLink(page, "Indésirables").click()
    await expect(page.getByRole("heading", { name: "Aucun message indésirable" })).toBeVisible()
    await stateLink(page, "Tous").click()
    await page.getByRole("combobox", { name: "Trier" }).selectOption("Sans réponse depuis")
    await expect(page).toHaveURL("/admin/messages?tri=attente")
    await expect(names(page)).toHaveText(["Mme Ancienne", "Mme Ouverte", "Mme Photo"])
    await stateLink(page, "Répondus").click()
    await expect(page.getByRole("heading", { name: "Aucune demande n’attend de réponse ici" })).toBeVisible()
    await stateLink(page, "Tous").click()
    const days = Math.floor((Date.now() - Date.parse(`${YEAR}-01-10T12:00:00Z`)) / DAY_MS)
    await expect(row(page, "Mme Ancienne").getByRole("time")).toHaveText(`${days} j`)
  })
})

test.describe("on a phone", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })

  test("a swipe archives or takes on, one that is too short or goes down does not, and all fits @slow", async ({
    page,
    site,
  }) => {
    await withDatabase(site, (db) => addMessage(db, { firstName: "Glissée", lastName: "Vite" }))
    await openInbox(page, "?search=glissée")
    const input = await page.context().newCDPSession(page)
    async function swipe(byX: number, byY = 0) {
      await row(page, "Glissée Vite").scrollIntoViewIfNeeded()
      const box = await row(page, "Glissée Vite").boundingBox()
      const at = { x: (box?.x ?? 0) + 160, y: (box?.y ?? 0) + 50 }
      const touch = (type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0) =>
        input.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] })
      await touch("touchStart", at.x, at.y)
      for (let step = 1; step <= 8; step += 1)
        await touch("touchMove", at.x + (byX * step) / 8, at.y + (byY * step) / 8)
      if (Math.abs(byX) > 100) {
        const hint = byX > 0 ? "Prendre en charge" : "Archiver"
        await expect(row(page, "Glissée Vite").getByText(hint, { exact: true })).toBeVisible()
      }
      await touch("touchEnd")
    }
    await swipe(40)
    await swipe(0, -120)
    await expect(banner(page)).toHaveCount(0)
    await swipe(140)
    await expect(banner(page)).toContainText("1 message confié à ")
    await swipe(-140)
    await expect(banner(page)).toContainText("1 message archivé.")
    await expect(row(page, "Glissée Vite")).toContainText("Archivé")
    await expectFitsPhone(page)
    await test.step("the state that is chosen is in sight", async () => {
      // Unlike a click, a dispatched event does not scroll to the link.
      await stateLink(page, "Corbeille").dispatchEvent("click")
      await expect(page).toHaveURL(/etat=corbeille/)
      await expect(stateLink(page, "Corbeille")).toBeInViewport({ ratio: 1 })
    })
  })
})
