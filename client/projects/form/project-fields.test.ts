import { expect, test } from "vitest"
import type { Project } from "#server/contract/projects.ts"
import { changesOf, differences, fieldsOf } from "./project-fields.ts"

const project: Project = {
  id: 1,
  name: "Pont",
  description: "Un pont.",
  address: null,
  status: "Livré",
  sector: "Transport",
  images: [
    { name: "a.jpg", alt: "", width: 3, height: 2, colour: null },
    { name: "b.jpg", alt: "Le pont", width: 3, height: 2, colour: null },
  ],
  version: 4,
  createdAt: "2025-01-01T00:00:00.000Z",
  updatedAt: "2025-01-01T00:00:00.000Z",
}

test("a form that nobody touched changes nothing, not even a status of another origin", () => {
  expect(changesOf(project, fieldsOf(project))).toEqual({})
})

test("a change names the fields that changed, and no other", () => {
  expect(changesOf(project, { ...fieldsOf(project), status: "Terminé", address: "Boma" })).toEqual({
    status: "Terminé",
    address: "Boma",
  })
})

test("pictures in another order, or with other words, are another version", () => {
  const fields = fieldsOf(project)
  expect(differences(fields, { ...fields, images: fields.images.toReversed() })).toEqual(["images"])
  expect(differences(fields, { ...fields, images: fields.images.map((image) => ({ ...image, alt: "x" })) })).toEqual([
    "images",
  ])
})
