import { sql } from "kysely"
import { temporaryDataFolder } from "#e2e/data-folder.ts"
import { withDatabase } from "#e2e/database.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { startSite } from "#e2e/start-site.ts"

type Project = {
  sector: string
  status: string
  project_images: string[]
  image_alts: string[]
  address: string | null
}

test("each of the six sectors has two to four projects of different statuses, with described pictures that exist", async ({
  request,
}) => {
  const projects: Project[] = await (await request.get("/api/projects")).json()
  const bySector = Map.groupBy(projects, ({ sector }) => sector)
  expect(bySector.size).toBe(6)
  for (const [sector, { length }] of bySector) {
    expect(length, sector).toBeGreaterThanOrEqual(2)
    expect(length, sector).toBeLessThanOrEqual(4)
  }
  expect(new Set(projects.map(({ status }) => status)).size).toBeGreaterThanOrEqual(3)
  for (const { project_images, image_alts } of projects) {
    expect(project_images.length).toBeGreaterThanOrEqual(1)
    expect(project_images.length).toBeLessThanOrEqual(4)
    expect(image_alts.filter((alt) => alt.length > 10)).toHaveLength(project_images.length)
  }
  for (const name of new Set(projects.flatMap(({ project_images }) => project_images))) {
    const picture = await request.head(`/uploads/${name}`)
    expect(picture.status(), name).toBe(200)
    expect(picture.headers()["content-type"], name).toMatch(/^image\//)
  }
})

test("deleted projects do not come back with the next start", async () => {
  await using folder = await temporaryDataFolder()
  const first = await startSite({ dataDir: folder.path })
  await withDatabase(first, (db) => sql`delete from projects`.execute(db))
  expect(await (await fetch(`${first.url}/transport`)).text()).toContain("Aucun projet de transport trouvé.")
  await first.stop()
  await using second = await startSite({ dataDir: folder.path })
  expect(await (await fetch(`${second.url}/api/projects`)).json()).toEqual([])
})

test("a site that started without demonstration does not get it later", async () => {
  await using folder = await temporaryDataFolder()
  const first = await startSite({ dataDir: folder.path, settings: { DEMO_CONTENT: "0" } })
  await first.stop()
  await using second = await startSite({ dataDir: folder.path })
  expect(await (await fetch(`${second.url}/api/projects`)).json()).toEqual([])
})
