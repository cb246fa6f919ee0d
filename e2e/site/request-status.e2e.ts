import { postContactRequest } from "#e2e/admin/request-screen.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { withDatabase } from "#server/testing/site-database.ts"

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, expectedConsole: /400/ })

test("the sender reads the answer, is asked again for an empty addition, and adds a text once", async ({
  page,
  site,
}) => {
  const { id, statusUrl } = await postContactRequest(page.request, { firstName: "Amina", phone: "+243811222333" })
  const entry = { messageId: id, at: new Date().toISOString(), kind: "answer" as const, text: "Jeudi à 9h." }
  await withDatabase(site, (db) => db.insertInto("messageEntries").values(entry).execute())
  const said = page.getByRole("region", { name: "Échanges" }).getByRole("listitem")
  const send = page.getByRole("button", { name: "Envoyer", exact: true })
  await page.goto(statusUrl)
  await expect(said).toHaveCount(2)
  await expect(said.last()).toContainText("Jeudi à 9h.")
  await send.click()
  await expect(page.getByText("Ce que vous avez écrit n’est pas encore parti.")).toBeVisible()
  await expect(page.getByLabel("Votre message")).toBeFocused()
  await page.getByLabel("Votre message").fill("Le portail est vert.")
  await send.dblclick()
  await expect(page.getByText("C’est enregistré.")).toBeVisible()
  await expect(said.filter({ hasText: "Le portail est vert." })).toHaveCount(1)
})
