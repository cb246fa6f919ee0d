import { Validator } from "@seriousme/openapi-schema-validator"
import { expect, test } from "vitest"
import { TOKEN_RIGHTS } from "#server/contract/tokens.ts"
import { calls } from "#server/testing/documented-calls.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createDocument, type Operation } from "./document.ts"
import type { JsonSchema } from "./json-schemas.ts"

const document = createDocument(calls, "https://exemple.cd")

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
)

test("the document is valid OpenAPI 3.1", async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate({ ...structuredClone(document) })
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(validator.version).toBe("3.1")
})

test("the site serves it as JSON, that can be revalidated", async () => {
  await using site = await startApp()
  const response = await site.request("/api/openapi.json")
  expect(response.headers.get("Content-Type")).toBe("application/json")
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(createDocument(calls, "http://localhost"))))
  const headers = { "If-None-Match": response.headers.get("ETag") ?? "" }
  expect((await site.request("/api/openapi.json", { headers })).status).toBe(304)
})

test("each call has an id of its own, answers and a schema for each body of JSON", () => {
  expect(new Set(operations.map(([, { operationId }]) => operationId)).size).toBe(operations.length)
  for (const [name, { responses, requestBody }] of operations) {
    const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
    for (const content of contents) {
      const json = content?.["application/json"] ?? content?.["multipart/form-data"]
      if (json) expect(json.schema, name).toBeDefined()
    }
    expect(
      Object.keys(responses).some((status) => Number(status) < 400),
      name,
    ).toBe(true)
  }
})

test("each named schema is one of some call", () => {
  const written = JSON.stringify(document)
  const names = Object.keys(document.components.schemas)
  expect(names.filter((name) => !written.includes(`"#/components/schemas/${name}"`))).toEqual([])
})

test("each parameter of a path is described", () => {
  for (const [name, { parameters = [] }] of operations) {
    const inPath = Array.from(name.matchAll(/\{(\w+)\}/g), ([, parameter]) => parameter)
    expect(
      parameters.filter((one) => one.in === "path").map((one) => one.name),
      name,
    ).toEqual(inPath)
  }
})

/** Lists the fields of a schema and of the schemas within it. */
function listFields(name: string, schema: JsonSchema): [path: string, schema: JsonSchema][] {
  const own = Object.entries(schema.properties ?? {}) as [string, JsonSchema][]
  const inner = [schema.items, ...(schema.prefixItems ?? []), ...(schema.anyOf ?? [])] as JsonSchema[]
  return [
    ...own.flatMap(([field, property]): [string, JsonSchema][] => [
      [`${name}.${field}`, property],
      ...listFields(`${name}.${field}`, property),
    ]),
    ...inner.filter(Boolean).flatMap((one) => listFields(name, one)),
  ]
}

const fields = Object.entries(document.components.schemas).flatMap(([name, schema]) => listFields(name, schema))

test("each field is described", () => {
  expect(fields.filter(([, { description }]) => !description).map(([path]) => path)).toEqual([])
})

test("each field has a type", () => {
  const isTyped = (schema: JsonSchema) =>
    ["type", "$ref", "enum", "const", "anyOf", "oneOf"].some((key) => key in schema)
  expect(fields.filter(([, schema]) => !isTyped(schema)).map(([path]) => path)).toEqual([])
})

test("a draft needs a name and a sector, and a project that is published more", () => {
  const [published, draft] = (document.components.schemas.NewProject?.anyOf ?? []) as JsonSchema[]
  expect(published?.required).toEqual(["project_name", "description", "status", "sector"])
  expect(draft?.required).toEqual(["project_name", "sector", "state"])
})

test("the size of link previews is documented", () => {
  const parameters = document.paths["/uploads/{name}"]?.get?.parameters ?? []
  const allowed = parameters.map(({ name, schema }) => [name, schema.enum ?? schema.const])
  expect(Object.fromEntries(allowed)).toMatchObject({ w: expect.arrayContaining([1200]), h: 630 })
})

test("the rights that a token can have are those that some call needs", () => {
  const needed = new Set(calls.map(({ right }) => right))
  // No call requires this right: without it, restricted pictures are answered 404.
  expect(TOKEN_RIGHTS.filter((right) => !needed.has(right))).toEqual(["pictures.read"])
})
