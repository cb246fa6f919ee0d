import { expect, test } from "vitest"
import { startApp } from "#server/testing/start-app.ts"

const beginnings = [
  "/apercu/",
  "/demande/",
  "/invitation/",
  "/reinitialiser/",
  "/confirmer-adresse/",
  "/proteger-compte/",
  "/api/contact/uploads/",
]

test.each(beginnings)("the log has nothing of what follows %s", async (beginning) => {
  await using app = await startApp()
  await app.request(`${beginning}secret`)
  await app.request(`${beginning}secret/secret`, { method: "POST" })
  const log = app.lines.join("\n")
  expect(log).toContain(`"${beginning}…"`)
  expect(log).not.toContain("secret")
})
