import type { Route } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { contactForm, contactRequest, fillContactForm, storedMessages, toast } from "./contact-form.ts"

test.use({ expectedConsole: /Failed to load resource/ })

const procedure = "**/trpc/messages.send*"
const data = { code: "internal", httpStatus: 500, path: "messages.send" }

function rejection(status: number, message: string) {
  return (route: Route) => route.fulfill({ status, json: [{ error: { message, code: -32603, data } }] })
}

const full = "Espace disque insuffisant, réessayez plus tard"

const failures: { respond: (route: Route) => Promise<void>; text: string }[] = [
  { respond: rejection(500, "Erreur serveur"), text: "Erreur serveur" },
  { respond: rejection(507, full), text: full },
  {
    respond: (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
    text: "Une erreur est survenue lors de l'envoi du message.",
  },
]

test("each failure is told in a toast, what was typed stays, and the next try is stored once", async ({
  page,
  site,
}) => {
  const request = contactRequest()
  await openPage(page, "/contact")
  await fillContactForm(page, request)
  const { button, message, email } = contactForm(page)
  for (const { respond, text } of failures) {
    await page.route(procedure, respond)
    await button.click()
    await expect(toast(page).getByRole("paragraph")).toHaveText(["Erreur", text])
    await expect(message).toHaveValue(request.message)
    await expect(button).toBeEnabled()
    await expect(button).toHaveText("Envoyer la demande")
    await page.unroute(procedure)
  }
  await expect(page.getByRole("region", { name: /Notifications/ }).getByRole("alert")).toBeVisible()

  await test.step("a field that only the server rejects is marked and focused", async () => {
    const error = {
      message: "Email invalide",
      code: -32600,
      data: { code: "invalid", httpStatus: 400, path: "messages.send", fields: { email: "Email invalide" } },
    }
    await page.route(procedure, (route) => route.fulfill({ status: 400, json: [{ error }] }))
    await button.click()
    await expect(email).toHaveAccessibleDescription(/Email invalide/)
    await expect(email).toBeFocused()
    await page.unroute(procedure)
  })
  await test.step("a request whose response was lost waits, and is stored once when it is sent again", async () => {
    await page.route(procedure, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await button.click()
    await expect(toast(page).getByRole("paragraph")).toHaveText(["Erreur", "connexion impossible"])
    await expect(page.getByText("Nous l’enverrons dès que la connexion revient.")).toBeVisible()
    await expect(message).toHaveValue(request.message)
    await page.unroute(procedure)
    await page.evaluate(() => dispatchEvent(new Event("online")))
    await expect(toast(page)).toContainText("Message envoyé")
    await expect(message).toHaveValue("")
    expect(await storedMessages(site, request)).toHaveLength(1)
  })
})
