import * as z from "zod/mini"
import { RichText } from "#server/content/rest.ts"
import { fieldInfo } from "#server/contract/field-kinds.ts"
import type { RestCall } from "#server/http/rest-call.ts"
import { namedSchemas } from "#server/http/rest-parts.ts"
import { ShownOnWire } from "#server/pictures/rest.ts"

export type JsonSchema = z.core.JSONSchema.BaseSchema

export function refTo(schema: z.core.$ZodType): { $ref: string } {
  const [name] = [...namedSchemas].find(([, one]) => one === schema) ?? []
  if (!name) throw new Error("A call has a schema without a name of its own")
  return { $ref: uriOf(name) }
}

function uriOf(name: string): string {
  return `#/components/schemas/${name}`
}

/** Returns the schemas of answers and of bodies by name; they refer to each other by `$ref`. */
export function writeSchemas(calls: readonly RestCall[]): Record<string, JsonSchema> {
  const bodies = new Set(calls.map(({ body }) => body?.schema))
  const isBody = ([, schema]: [string, z.core.$ZodType]) => bodies.has(schema)
  const named = [...namedSchemas].sort(([one], [other]) => (one < other ? -1 : 1))
  const answers = named.filter((entry) => !isBody(entry))
  return { ...convert(answers, "output"), ...convert(named.filter(isBody), "input") }
}

export function inlineSchema(schema: z.core.$ZodType): JsonSchema {
  const { $schema, ...converted } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", override: adapt })
  return converted
}

function convert(named: [string, z.core.$ZodType][], io: "input" | "output"): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of named) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { io, unrepresentable: "any", uri: uriOf, override: adapt })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema as JsonSchema]),
  )
}

interface Converted {
  zodSchema: z.core.$ZodType
  jsonSchema: JsonSchema
}

function adapt({ zodSchema, jsonSchema }: Converted): void {
  // zod writes these bounds for every whole number.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (zodSchema._zod.def.type === "file") {
    delete jsonSchema.format
    delete jsonSchema.contentEncoding
    jsonSchema.contentMediaType = "application/octet-stream"
  }
  adaptContent(zodSchema, jsonSchema)
}

/** Documents content as answers show it: pictures with their data, texts in parts, facts filled in. */
function adaptContent(zodSchema: z.core.$ZodType, jsonSchema: JsonSchema): void {
  const info = fieldInfo.get(zodSchema)
  if (!info) return
  const picture = refTo(ShownOnWire)
  if (info.kind === "picture") replace(jsonSchema, info.optional ? { anyOf: [picture, { type: "null" }] } : picture)
  if (info.isResolved) replace(jsonSchema, info.kind === "text" ? refTo(RichText) : { type: "string" })
  jsonSchema.description ??= info.label
  const { kind } = jsonSchema.properties ?? {}
  // Sections tell by it which one they are.
  if (typeof kind === "object") kind.description ??= "La sorte"
}

function replace(schema: JsonSchema, by: JsonSchema): void {
  for (const key of Object.keys(schema)) delete schema[key]
  Object.assign(schema, by)
}
