import { signInAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { startMailServer } from "#server/testing/start-mail-server.ts"
import { startSite } from "#server/testing/start-site.ts"
import { makePicture } from "./make-picture.ts"
import { openScreen } from "./sign-in.ts"

const sender = { ...contactFields, email: "daniele@exemple.cd" }

test("a request with a picture is answered by mail, and its sender reads the answer @postgres", async ({
  browser,
  places,
}) => {
  await using mailServer = await startMailServer()
  const settings = { DEMO_CONTENT: "0", SMTP_URL: mailServer.url, NOTIFY_EMAIL: "bureau@lisanga.example" }
  await using site = await startSite({ settings: { ...(await places.create()), ...settings } })
  const visitor = await browser.newPage({ baseURL: site.url })
  const upload = await visitor.request.post("/api/contact/photos", {
    multipart: { images: await makePicture({ name: "terrain.jpg" }) },
  })
  const { filenames: pictures } = await upload.json()
  const { statusUrl } = await (
    await visitor.request.post("/api/contact", { data: { ...sender, photos: pictures } })
  ).json()

  const office = await browser.newPage({ baseURL: site.url, storageState: await signInAsAdmin(site) })
  await openScreen(office, "/admin/messages", "Messages")
  await office.getByRole("link", { name: "Amina Kabongo" }).click()
  const picture = office.getByRole("img", { name: "Photo 1 envoyée par Amina Kabongo" })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await office.getByLabel("Modèle").selectOption({ index: 1 })
  const answer = await office.getByLabel("Votre réponse").inputValue()
  await office.getByRole("button", { name: "Envoyer la réponse" }).click()
  await expect(office.getByText("Réponse enregistrée : l’e-mail part dans un instant.")).toBeVisible()
  await expect(office.getByText(/E-mail envoyé le \d/)).toBeVisible()
  const mails = mailServer.mails.filter(
    ({ recipients, text }) => recipients.includes(sender.email) && text.includes(answer),
  )
  expect(mails).toHaveLength(1)

  await visitor.goto(statusUrl)
  await expect(visitor.getByText("Traitée", { exact: true })).toBeVisible()
  await expect(visitor.getByRole("main")).toContainText(answer.split("\n")[0] ?? "")
  await office.context().close()
  await visitor.context().close()
})
