import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { answerField, openRequest, sendRequest } from "./request-screen.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

test("without a mail server « Répondre » opens one’s own mail program with subject and text", async ({ page }) => {
  const { id, reference } = await sendRequest(page.request, { email: "amina+devis@exemple.cd" })
  await openRequest(page, id)
  await expect(answerField(page)).toHaveCount(0)
  const url = new URL((await page.getByRole("link", { name: "Répondre" }).getAttribute("href")) ?? "")
  expect(url.protocol).toBe("mailto:")
  expect(decodeURIComponent(url.pathname)).toBe("amina+devis@exemple.cd")
  expect(url.searchParams.get("subject")).toBe(`Votre demande ${reference}\u00a0: Construction`)
  expect(url.searchParams.get("body")).toContain("Bonjour Amina")
  await page.getByRole("button", { name: "Marquer répondue" }).click()
  await expect(page.getByText("Demande marquée comme répondue.")).toBeVisible()
})
