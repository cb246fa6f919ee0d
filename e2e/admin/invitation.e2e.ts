import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { TEST_PASSWORD } from "#server/testing/test-account.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

/** The colleague needs a browser without cookies: a sign-in ends the session whose cookie it presents. */
const nobody = { cookies: [], origins: [] }

test("an invitation leads from the office's button to the new colleague's first screen", async ({
  page,
  browser,
  site,
}) => {
  await openScreen(page, "/admin/users", "Utilisateurs")
  const dialog = page.getByRole("dialog")
  await page.getByRole("button", { name: "Inviter", exact: true }).click()
  await dialog.getByRole("radio", { name: /^Éditeur/ }).click()
  await dialog.getByRole("button", { name: "Créer l’invitation" }).click()
  const url = await dialog.getByRole("textbox", { name: "Lien d’invitation" }).inputValue()

  const colleague = await browser.newPage({ baseURL: site.url, storageState: nobody })
  await openPage(colleague, url)
  await colleague.getByLabel("Nom d’utilisateur").fill("Anne Kasongo")
  await colleague.getByLabel("E-mail").fill("anne@exemple.cd")
  await colleague.getByLabel("Mot de passe", { exact: true }).fill(TEST_PASSWORD)
  await colleague.getByLabel("Confirmer le mot de passe").fill(TEST_PASSWORD)
  await expectAccessible(colleague)
  await colleague.getByRole("button", { name: "Créer mon compte" }).click()
  await expect(colleague.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
  await expect(colleague.getByRole("navigation", { name: "Administration" })).not.toContainText("Utilisateurs")
  await colleague.context().close()
})
