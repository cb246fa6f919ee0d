import { expect, test } from "vitest"
import { CSV_ROWS_MAX } from "#server/contract/csv.ts"
import { IMAGES_MAX } from "#server/contract/project-drafts.ts"
import { createTestImage } from "#server/testing/fixtures.ts"
import { openTestDatabase } from "#server/testing/open-test-database.ts"
import { previewImport } from "./import.ts"

const TITLES = "Nom du projet;Secteur;Statut;Description;Images"

function fileOf(...rows: string[]) {
  return Buffer.from([TITLES, ...rows].join("\r\n"))
}

test("images that are not stored, or in the trash, are errors of their rows", async () => {
  await using db = await openTestDatabase()
  for (const name of ["a.jpg", "b.jpg"]) await createTestImage(db, name)
  await db.updateTable("images").set({ deletedAt: "2025-01-01" }).where("name", "=", "b.jpg").execute()
  const rows = ["a.jpg", "a.jpg b.jpg", "a.jpg c.jpg", ""].map((images) => `École;Transport;Annulé;x;${images}`)
  const preview = await previewImport(db, fileOf(...rows), {})
  expect(preview).toMatchObject({ valid: 2, invalid: 2 })
  expect(preview.rows.map(({ errors }) => errors)).toEqual([
    [],
    [{ field: "images", message: "Image inconnue : b.jpg" }],
    [{ field: "images", message: "Image inconnue : c.jpg" }],
    [],
  ])
})

test("as many images as a file can name are looked for", async () => {
  await using db = await openTestDatabase()
  const rows = Array.from({ length: CSV_ROWS_MAX }, (_, row) => {
    const names = Array.from({ length: IMAGES_MAX }, (_, image) => `${row}-${image}.jpg`)
    return `Projet ${row};Transport;Annulé;x;${names.join(" ")}`
  })
  expect(await previewImport(db, fileOf(...rows), {})).toMatchObject({ valid: 0, invalid: CSV_ROWS_MAX })
})
