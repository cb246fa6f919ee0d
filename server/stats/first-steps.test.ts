// @module-tag engines
import { expect, test } from "vitest"
import { defaultContent } from "#server/content/published/defaults/defaults.ts"
import type { FirstSteps } from "#server/contract/first-steps.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { addDemoProjects, storeDemoPictures } from "#server/demo/add-demo.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
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
    async publishProject() {
      const fields = { project_name: "École", description: "Une école.", status: "En cours", sector: "Construction" }
      const body = createForm({ ...fields, project_images: await createImageFile() })
      expect((await app.request("/api/projects", { method: "POST", body, headers })).status).toBe(201)
    },
  }
}

test("on a new site nothing is done, but for the hours that it came with", async () => {
  await using site = await start()
  expect(Object.entries(await site.steps()).filter(([, isDone]) => isDone)).toEqual([["hours", true]])
})

test("what the demonstration came with is nobody's step", async () => {
  await using site = await start()
  const stored = await storeDemoPictures(site.images)
  await inTransaction(site.db, (trx) => addDemoProjects(trx, stored, new Date()))
  expect(await site.steps()).toMatchObject({ project: false, photos: false })
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
  await createTestAccount(site.db, { role: "agent" })
  await site.publishProject()
  expect(Object.values(await site.steps())).not.toContain(false)
})
