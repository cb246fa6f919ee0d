// @module-tag engines
import { expect, test } from "vitest"
import { defaultContent } from "#server/content/published/defaults/defaults.ts"
import type { FirstSteps } from "#server/contract/first-steps.ts"
import { createTestImage, createTestProject } from "#server/testing/fixtures.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

async function start(settings: Record<string, string> = {}) {
  const app = await startApp({ settings })
  const headers = await signInAs(app, "admin")
  return {
    ...app,
    async steps() {
      const response = await app.request("/trpc/stats.firstSteps", { headers })
      return ((await response.json()) as { result: { data: FirstSteps } }).result.data
    },
  }
}

test("on a new site nothing is done, but for the hours that it came with", async () => {
  await using site = await start()
  expect(Object.entries(await site.steps()).filter(([, isDone]) => isDone)).toEqual([["hours", true]])
})

test("each step is done once the site has what it is about", async () => {
  await using site = await start({ PUBLIC_URL: "http://localhost:3000" })
  const { entreprise, parametres } = defaultContent
  const contact = { ...entreprise.contact, whatsapp: "+243811222333" }
  await publishTestContent(site.db, "entreprise", { ...entreprise, contact })
  const messages = { ...parametres.messages, notify: ["chef@exemple.cd"] }
  await publishTestContent(site.db, "parametres", { ...parametres, messages })
  await createTestProject(site.db, { publishedAt: null })
  await createTestAccount(site.db, { role: "user" })
  expect(await site.steps()).toMatchObject({ whatsApp: true, notify: true, address: true, project: false, team: false })
  await createTestProject(site.db)
  await createTestAccount(site.db, { role: "agent" })
  await createTestImage(site.db, "0123456789abcdef.jpg")
  expect(Object.values(await site.steps())).not.toContain(false)
})
