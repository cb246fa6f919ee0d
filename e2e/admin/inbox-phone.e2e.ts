import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestMessage } from "#server/testing/fixtures.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { openScreen } from "./sign-in.ts"

const email = "amina.kabongo.wa.mutombo@entreprise-generale.exemple.cd"

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    await createTestMessage(db, { firstName: "Béatrice" })
    await createTestMessage(db, { phone: "+243812345678", email })
  },
})

test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })

test("on a phone, a finger archives a request, whose screen keeps the actions in reach", async ({ page }) => {
  await openScreen(page, "/admin/messages", "Messages")
  const main = page.getByRole("main")
  const row = main.getByRole("listitem").filter({ has: page.getByRole("link", { name: "Amina Kabongo" }) })
  const address = row.getByText(email, { exact: true })
  expect(await address.evaluate((shown) => shown.scrollWidth - shown.clientWidth), "pixels that are cut").toBe(0)
  await row.scrollIntoViewIfNeeded()
  const box = await row.boundingBox()
  const input = await page.context().newCDPSession(page)
  const touch = (type: "touchStart" | "touchMove", byX: number) =>
    input.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: [{ x: (box?.x ?? 0) + 200 + byX, y: (box?.y ?? 0) + 50 }],
    })
  await touch("touchStart", 0)
  for (let byX = -20; byX >= -140; byX -= 20) await touch("touchMove", byX)
  await expect(row.getByText("Archiver", { exact: true })).toBeVisible()
  await input.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] })
  await expect(main.getByRole("status")).toContainText("1 message archivé.")

  const archived = page.getByRole("navigation", { name: "Messages par état" }).getByRole("link", { name: /^Archivés/ })
  // Unlike a click, a dispatched event does not scroll to the link.
  await archived.dispatchEvent("click")
  await expect(page).toHaveURL("/admin/messages?etat=archive")
  await expect(archived).toBeInViewport({ ratio: 1 })

  await page.getByRole("link", { name: "Amina Kabongo" }).click()
  const actions = page.getByRole("region", { name: "Actions" })
  await expect(actions).toBeInViewport({ ratio: 1 })
  for (const name of ["Répondre", "WhatsApp", "Appeler"])
    await expect(actions.getByRole("link", { name })).toBeInViewport({ ratio: 1 })
  const more = actions.locator("summary")
  await more.click()
  await expect(actions.getByRole("button", { name: "Rouvrir" })).toBeInViewport({ ratio: 1 })
  await actions.getByRole("button", { name: "Supprimer" }).click()
  await page.keyboard.press("Escape")
  await expect(more).toBeFocused()
})

test("in large text the actions of a request keep their words whole, and nothing stands beside the page", async ({
  page,
}) => {
  await openScreen(page, "/admin/messages", "Messages")
  await page.getByRole("link", { name: "Amina Kabongo" }).click()
  await expect(page.getByRole("navigation", { name: "Demandes voisines dans la liste" })).toBeVisible()
  await expectFitsLargeText(page)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const name of ["Répondre", "WhatsApp", "Appeler"]) {
    const link = page.getByRole("region", { name: "Actions" }).getByRole("link", { name })
    expect(await link.evaluate(countLines), name).toBe(1)
  }
})

/** Returns how many lines the text after an icon takes. */
function countLines(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element.lastChild as Node)
  return range.getClientRects().length
}
