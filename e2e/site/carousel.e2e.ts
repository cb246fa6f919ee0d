import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { expectHydrated } from "#e2e/open-page.ts"
import { createTestProject } from "#server/testing/fixtures.ts"

const test = testOnDedicatedSite({
  settings: { DEMO_CONTENT: "0" },
  fill: (db) =>
    createTestProject(db, {
      name: "Troupeau sans photo",
      sector: "Élevage",
      images: [1, 2].map((number) => ({ name: `absente-${number}.jpg`, alt: `Photo ${number}` })),
    }),
})

test.use({ expectedConsole: /status of 404|Troupeau sans photo/, viewport: { width: 1280, height: 4000 } })

test("the placeholder stands for pictures that failed before the script arrived, with one line in the console", async ({
  page,
}) => {
  const lines: string[] = []
  page.on("console", (message) => lines.push(message.text()))
  const arrived = Promise.withResolvers<void>()
  await page.route("**/assets/*.js", (route) => arrived.promise.then(() => route.continue()))
  const failure = page.waitForResponse(/absente-1/)
  await page.goto("/elevage", { waitUntil: "commit" })
  await failure
  arrived.resolve()
  await expectHydrated(page)
  const card = page.getByRole("listitem").filter({ hasText: "Troupeau sans photo" })
  const photo = card.getByRole("img")
  await expect(photo).toHaveAttribute("src", "/api/placeholder.jpg")
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(lines.filter((line) => line.includes("Troupeau sans photo"))).toHaveLength(1)
})
