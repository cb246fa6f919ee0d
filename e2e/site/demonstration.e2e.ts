import { expect, test } from "#e2e/fixtures.ts"

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
