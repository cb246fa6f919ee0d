import { expect, test } from "vitest"
import type { ProjectRevision } from "#server/contract/projects.ts"
import { buildProject } from "#server/testing/fixtures.ts"
import { compareWithCurrent, describeMissingImages, fieldsAt } from "./revision-fields.ts"

const project = buildProject({ name: "Trois", description: "Neuf", status: "Terminé", version: 3 })

const picture = (name: string) => ({ name, alt: null, width: 1, height: 1, colour: null, focus: null })

const at = "2026-11-22T13:00:00.000Z"

const revisions: ProjectRevision[] = [
  {
    version: 3,
    at,
    by: "Amina",
    action: "update",
    changes: [
      { field: "name", before: "Deux", after: "Trois" },
      { field: "images", before: [{ name: "a.jpg", alt: null }], after: [] },
    ],
  },
  { version: 2, at, by: null, action: "update", changes: [{ field: "name", before: "Un", after: "Deux" }] },
  { version: 1, at, by: null, action: "create", changes: [] },
]

test("a project is told as it was after each revision", () => {
  expect(fieldsAt(project, revisions, 3)).toMatchObject({ name: "Trois", images: [] })
  expect(fieldsAt(project, revisions, 2)).toMatchObject({ name: "Deux", images: [{ name: "a.jpg", alt: null }] })
  expect(fieldsAt(project, revisions, 1)).toMatchObject({ name: "Un", description: "Neuf", status: "Terminé" })
})

test("a revision is compared with the project as it is now, in the order of the form", () => {
  expect(compareWithCurrent(project, revisions, 1).fields).toEqual(["name", "images"])
  expect(compareWithCurrent(project, revisions, 3).fields).toEqual([])
})

test("a restored project says which pictures of the version it lacks", () => {
  const version = { ...fieldsAt(project, revisions, 2), images: ["a", "b", "c"].map((name) => ({ name, alt: null })) }
  expect(describeMissingImages(version, buildProject({ images: [picture("b")] }))).toEqual([
    "Deux, photo 1",
    "Deux, photo 3",
  ])
})
