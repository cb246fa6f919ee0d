import { expect, test } from "vitest"
import { EDITABLE_FIELDS } from "#server/contract/editable-fields.ts"
import { buildProject } from "#server/testing/fixtures.ts"
import { changesOf, completeValues, formValuesOf, isFormValues } from "./form-values.ts"
import { fieldsOf, parseTexts } from "./project-fields.ts"

const project = buildProject({
  address: null,
  status: "Livré",
  images: [{ name: "a.jpg", alt: null, width: 3, height: 2, colour: null, focus: null }],
})

test("a project has the values that its form shows, without a status of another origin", () => {
  expect(Object.keys(formValuesOf(project)).sort()).toEqual([...EDITABLE_FIELDS].sort())
  expect(formValuesOf(project)).toMatchObject({
    name: project.name,
    description: project.description,
    address: "",
    status: "",
    sector: project.sector,
    images: [{ name: "a.jpg", alt: null }],
  })
})

test("what is typed survives the storage of the browser, valid or not", () => {
  const typed = { ...formValuesOf(project), name: "", description: "x".repeat(20_000) }
  const stored: unknown = JSON.parse(JSON.stringify(typed))
  expect(isFormValues(stored) && completeValues(stored)).toEqual(typed)
})

test("what an earlier version stored without a new field is completed by the project, or empty", () => {
  const { address: _, ...stored } = { ...formValuesOf(project), name: "Pont de la Lukaya" }
  expect(isFormValues(stored)).toBe(true)
  const edited = { ...project, address: "Kimwenza" }
  expect(completeValues(stored, formValuesOf(edited))).toEqual({ ...stored, address: "Kimwenza" })
  expect(completeValues(stored)).toEqual({ ...stored, address: "" })
})

test.each([null, {}, { ...formValuesOf(project), name: 7 }, { ...formValuesOf(project), images: ["a.jpg"] }])(
  "%j is no field of the form",
  (value) => {
    expect(isFormValues(value)).toBe(false)
  },
)

test("an untouched form changes nothing, not even an imported status", () => {
  expect(changesOf(formValuesOf(project), fieldsOf(project))).toEqual({})
})

test("a change names the fields that changed, and no other", () => {
  expect(changesOf(formValuesOf(project), { ...fieldsOf(project), status: "Terminé", address: "Boma" })).toEqual({
    status: "Terminé",
    address: "Boma",
  })
})

test("a draft may lack what a publication needs", () => {
  const { images: _, ...texts } = { ...formValuesOf(project), description: "" }
  expect(parseTexts(texts, false).success).toBe(true)
  expect(parseTexts(texts, true).error?.issues.map(({ path }) => path[0])).toEqual(["description", "status"])
})
