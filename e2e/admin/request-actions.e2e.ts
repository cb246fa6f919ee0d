import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { addColleague } from "./add-colleague.ts"
import { countActions } from "./count-actions.ts"
import { answerField, entries, openRequest, sendRequest } from "./request-screen.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0", SMTP_URL: "smtp://127.0.0.1:9", NOTIFY_EMAIL: "bureau@lisanga.example" },
  fill: (db) => addColleague(db, "Christelle"),
})

test("a new request is answered in 3 actions from the inbox", async ({ page }) => {
  await sendRequest(page.request, { firstName: "Nadine", lastName: "Ilunga" })
  await openScreen(page, "/admin/messages", "Messages")
  const person = countActions(page)
  await person.click(page.getByRole("link", { name: "Nadine Ilunga" }))
  await person.fill(answerField(page), "Bonjour Nadine, nous passons jeudi.")
  await person.click(page.getByRole("button", { name: "Envoyer la réponse" }))
  await expect(entries(page).filter({ hasText: "nous passons jeudi" })).toHaveCount(1)
  expect(person.count).toBeLessThanOrEqual(3)
})

test("an old request is found and reopened in 3 actions from the inbox", async ({ page, site }) => {
  const { id, reference } = await sendRequest(page.request, { firstName: "Serge", lastName: "Bemba" })
  const old = "2024-05-01T12:00:00.000Z"
  await withDatabase(site, (db) =>
    db
      .updateTable("messages")
      .set({ state: "archived", createdAt: old, waitingSince: null })
      .where("id", "=", id)
      .execute(),
  )
  for (const lastName of ["Mbo", "Nsimba"]) await sendRequest(page.request, { firstName: "Autre", lastName })
  await openScreen(page, "/admin/messages", "Messages")
  const person = countActions(page)
  await person.fill(page.getByRole("searchbox", { name: "Rechercher un message" }), reference)
  await expect(page.getByText("1 message trouvé", { exact: true })).toBeVisible()
  await person.click(page.getByRole("link", { name: "Serge Bemba" }))
  await person.click(page.getByRole("button", { name: "Rouvrir" }))
  await expect(entries(page).last()).toContainText("Archivé → En cours")
  expect(person.count).toBeLessThanOrEqual(3)
})

test("a request is handed to a colleague in 2 actions from the inbox, and in 1 from its screen", async ({ page }) => {
  const { id } = await sendRequest(page.request, { firstName: "Ruth", lastName: "Kalala" })
  await openScreen(page, "/admin/messages", "Messages")
  const person = countActions(page)
  await person.click(page.getByRole("link", { name: "Ruth Kalala" }))
  await person.choose(page.getByLabel("Personne en charge"), "Christelle")
  await expect(page.getByText("Demande confiée à Christelle.")).toBeVisible()
  expect(person.count).toBeLessThanOrEqual(2)
  await openRequest(page, id)
  await expect(page.getByLabel("Personne en charge").locator("option:checked")).toHaveText("Christelle")
})

test.describe("one person", () => {
  // The open request is gone before its screen is left.
  test.use({ expectedConsole: /404/ })

  test("has her data exported, and erased after a question", async ({ page }) => {
    const sender = { firstName: "Judith", lastName: "Efface", email: "judith@exemple.cd" }
    const { id, reference } = await sendRequest(page.request, sender)
    await sendRequest(page.request, { ...sender, message: "Une deuxième demande, pour un hangar." })
    await openRequest(page, id)
    const download = page.waitForEvent("download")
    await page.getByRole("link", { name: "Exporter" }).click()
    const file = await (await download).createReadStream()
    const text = (await file.toArray()).join("")
    expect(text).toContain(reference)
    expect(text).toContain("pour un hangar")
    await page.getByRole("button", { name: "Effacer", exact: true }).click()
    const dialog = page.getByRole("dialog")
    await expect(dialog).toContainText("sauvegardes")
    await dialog.getByRole("button", { name: "Annuler" }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole("button", { name: "Effacer", exact: true }).click()
    await dialog.getByRole("button", { name: "Effacer pour de bon" }).click()
    await expect(page).toHaveURL("/admin/messages")
    await page.goto("/admin/messages?search=efface")
    await expect(page.getByRole("heading", { name: "Aucun message ne correspond" })).toBeVisible()
  })
})
