import type { Page, Route } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { contactForm, contactRequest, sendContactForm, toast } from "./contact-form.ts"

test.use({ expectedConsole: /Failed to load resource/ })

const fallback = "Une erreur est survenue lors de l'envoi du message."
const data = { code: "internal", httpStatus: 500, path: "messages.send" }

async function sendInto(page: Page, fail: (route: Route) => Promise<void>) {
  await page.route("**/trpc/messages.send*", fail)
  await openPage(page, "/contact")
  await sendContactForm(page, contactRequest())
}

const failures: { name: string; fail: (route: Route) => Promise<void>; text: string }[] = [
  {
    name: "a failure that the server explains",
    fail: (route) =>
      route.fulfill({ status: 500, json: [{ error: { message: "Erreur serveur", code: -32603, data } }] }),
    text: "Erreur serveur",
  },
  {
    name: "a full disk",
    fail: (route) =>
      route.fulfill({
        status: 507,
        json: [{ error: { message: "Espace disque insuffisant, réessayez plus tard", code: -32603, data } }],
      }),
    text: "Espace disque insuffisant, réessayez plus tard",
  },
  {
    name: "a proxy's 502 in HTML",
    fail: (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
    text: fallback,
  },
  { name: "a broken connection", fail: (route) => route.abort("connectionreset"), text: "connexion impossible" },
]

for (const { name, fail, text } of failures) {
  test(`${name} shows the toast 'Erreur' with '${text}'`, async ({ page }) => {
    await sendInto(page, fail)
    await expect(toast(page).getByRole("paragraph")).toHaveText(["Erreur", text])
  })
}

test("the toast of a failure is an alert in red", async ({ page }) => {
  await sendInto(page, (route) => route.abort())
  await expect(page.getByRole("region", { name: /Notifications/ }).getByRole("alert")).toHaveCSS(
    "background-color",
    "rgb(163, 35, 28)",
  )
})

test("fields that only the server refuses are marked, and the first one is focused", async ({ page }) => {
  const error = {
    message: "Email invalide",
    code: -32600,
    data: { code: "invalid", httpStatus: 400, path: "messages.send", fields: { email: "Email invalide" } },
  }
  await sendInto(page, (route) => route.fulfill({ status: 400, json: [{ error }] }))
  await expect(contactForm(page).email).toHaveAccessibleDescription(/Email invalide/)
  await expect(contactForm(page).email).toBeFocused()
})
