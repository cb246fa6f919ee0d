import { expect } from "vitest"
import * as z from "zod"
import type { Right } from "#server/contract/domains/domains.ts"
import { createDocument, type Operation, type WrittenResponse } from "#server/pages/api-docs/document.ts"
import { calls } from "./documented-calls.ts"

const { paths, components } = createDocument(calls, "http://localhost")

/** Whether the documentation contains the route, named as the app lists it. */
export function isDocumented(route: string): boolean {
  return calls.some((call) => call.route === route)
}

/** Returns the right that the route needs according to the documentation. */
export function rightOf(route: string): Right | undefined {
  return calls.find((call) => call.route === route)?.right
}

function operationOf(route: string): Operation {
  const [method = "", path = ""] = route.split(" ")
  const operation = paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${route} is not documented`)
  return operation
}

/** Expects the status, the type, the headers and the body of the documentation. */
export async function expectDocumented(route: string, response: Response): Promise<void> {
  const name = `${route} ${response.status}`
  const { responses } = operationOf(route)
  expect(Object.keys(responses), name).toContain(String(response.status))
  const { content, headers } = resolve(responses[response.status] ?? {})
  const type = response.headers.get("Content-Type")
  if (response.status < 400) {
    for (const header of Object.keys(headers ?? {})) {
      if (header !== "Link") expect(response.headers.has(header), `${name} ${header}`).toBe(true)
    }
  }
  const [documented] = Object.keys(content ?? {})
  if (documented === undefined) return expect(await response.clone().text(), name).toBe("")
  expect(type, name).toMatch(
    new RegExp(`^${documented.replace("*", ".*").replace(/[.+;]/g, "\\$&").replace("\\.*", ".*")}`),
  )
  const schema = content?.[documented]?.schema
  if (schema) expect(check(schema, await response.clone().json()), name).toEqual([])
}

function resolve(response: WrittenResponse): WrittenResponse {
  const name = response.$ref?.split("/").at(-1) ?? ""
  return components.responses[name] ?? response
}

/** Returns how the value deviates from the schema. */
function check(schema: object, value: unknown) {
  const written = JSON.stringify({ ...schema, $defs: components.schemas })
  const read = z.fromJSONSchema(JSON.parse(written.replaceAll("#/components/schemas/", "#/$defs/")))
  return read.safeParse(value).error?.issues ?? []
}
