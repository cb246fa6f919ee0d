import { expect, test } from "vitest"
import { buildProject } from "#server/testing/fixtures.ts"
import { differences, fieldsOf } from "./project-fields.ts"

const project = buildProject({
  address: null,
  status: "Livré",
  images: [
    { name: "a.jpg", alt: "", width: 3, height: 2, colour: null, focus: null },
    { name: "b.jpg", alt: "Le pont", width: 3, height: 2, colour: null, focus: null },
  ],
})

test("pictures in another order or with other texts are a difference", () => {
  const fields = fieldsOf(project)
  expect(differences(fields, { ...fields, images: fields.images.toReversed() })).toEqual(["images"])
  expect(differences(fields, { ...fields, images: fields.images.map((image) => ({ ...image, alt: "x" })) })).toEqual([
    "images",
  ])
})
