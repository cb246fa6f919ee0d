import { makePicture } from "#e2e/admin/make-picture.ts"
import { refuseStorage } from "#e2e/broken-storage.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { contactRequest, sendContactForm, storedRequests, toast } from "./contact-form.ts"

test("where storage is refused, a visitor walks to the contact form and sends it with a picture", async ({
  page,
  site,
}) => {
  await refuseStorage(page)
  await openPage(page, "/transport")
  await page.getByRole("banner").getByRole("link", { name: "Contact", exact: true }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contactez-Nous")
  await page.getByLabel("Photos").setInputFiles(await makePicture({ name: "mur.jpg" }))
  await expect(page.getByText("1\u00a0sur 1 envoyée")).toBeVisible()
  const request = contactRequest()
  await sendContactForm(page, request)
  await expect(toast(page)).toContainText("Message envoyé")
  expect(await storedRequests(site, request)).toMatchObject([{ pictures: 1 }])
})
