import type { Page } from "@playwright/test"
import { makePicture } from "#e2e/admin/make-picture.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated, openPage } from "#e2e/open-page.ts"
import { contactForm, contactRequest, fillContactForm, forgetKept, toast } from "./contact-form.ts"

const DAY_MS = 86_400_000

/** Everything that the form has left on this device. */
function readKept(page: Page) {
  return page.evaluate(async () => {
    const drafts = Object.keys(localStorage).filter((key) => key.startsWith("contact")).length
    // Opening it here first would create it without its stores.
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === "contact")) return { drafts, photos: 0, requests: 0 }
    const opening = indexedDB.open("contact", 1)
    await new Promise((resolve) => opening.addEventListener("success", resolve))
    const read = async (store: string) => {
      const request = opening.result.transaction(store).objectStore(store).getAllKeys()
      await new Promise((resolve) => request.addEventListener("success", resolve))
      return request.result.length
    }
    const kept = { drafts, photos: await read("photos"), requests: await read("requests") }
    opening.result.close()
    return kept
  })
}

/** Writes a request with a photo, and leaves it on the device. */
async function leaveDraft(page: Page) {
  await openPage(page, "/contact")
  await expectHydrated(page)
  await fillContactForm(page, contactRequest())
  const picture = await makePicture({ name: "mur.jpg" })
  await page.getByLabel("Photos", { exact: true }).first().setInputFiles([picture])
  await expect.poll(() => readKept(page)).toMatchObject({ drafts: 1, photos: 1 })
}

const nothing = { drafts: 0, photos: 0, requests: 0 }

test("what a visitor leaves on a device is deleted by a button, and after a week by itself", async ({ page }) => {
  const forget = page.getByRole("button", { name: "Effacer de cet appareil" })
  await openPage(page, "/contact")
  await expect(forget).toHaveCount(0)
  await test.step("the button stands in the form while something is kept", async () => {
    await leaveDraft(page)
    await forget.click()
    const dialog = page.getByRole("dialog", { name: "Effacer de cet appareil ?" })
    await dialog.getByRole("button", { name: "Annuler" }).click()
    await expect(forget).toBeFocused()
    await expect(contactForm(page).message).not.toHaveValue("")
    await forgetKept(page)
    await expect(contactForm(page).firstName).toBeFocused()
    await expect(contactForm(page).message).toHaveValue("")
    await expect(forget).toHaveCount(0)
    expect(await readKept(page)).toEqual(nothing)
  })
  await test.step("it takes the receipt with its link away too", async () => {
    await fillContactForm(page, contactRequest())
    await contactForm(page).button.click()
    await expect(toast(page)).toContainText("Message envoyé")
    const receipt = page.getByRole("heading", { name: "Votre demande est enregistrée" })
    await expect(receipt).toBeVisible()
    await expect(page.getByText("Le lien pour suivre la demande envoyée s’efface aussi")).toBeVisible()
    await forgetKept(page)
    await expect(receipt).toHaveCount(0)
  })
  await test.step("after six days the text is there, after seven it is gone with its photo", async () => {
    await leaveDraft(page)
    const now = Date.now()
    await page.clock.setSystemTime(now + 6 * DAY_MS)
    await openPage(page, "/contact")
    await expect(contactForm(page).message).not.toHaveValue("")
    await page.clock.setSystemTime(now + 7 * DAY_MS + 60_000)
    await openPage(page, "/contact")
    await expectHydrated(page)
    await expect.poll(() => readKept(page)).toEqual(nothing)
    await expect(contactForm(page).message).toHaveValue("")
  })
})
