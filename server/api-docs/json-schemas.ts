import * as z from "zod/mini"
import { fieldInfo } from "#server/contract/field-kinds.ts"
import { PROJECT_FIELDS } from "#server/contract/project-drafts.ts"
import { toWire } from "#server/http/wire-names.ts"
import { projectNames } from "#server/projects/wire.ts"
import { fieldTexts } from "./field-texts.ts"
import { requestSchemas, responseSchemas, type SchemaName } from "./operations/schemas.ts"

export type JsonSchema = z.core.JSONSchema.BaseSchema

export function refTo(name: SchemaName): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` }
}

/** Returns the schemas of answers and of bodies by name; they refer to each other by `$ref`. */
export function namedSchemas(): Record<string, JsonSchema> {
  const schemas = { ...convert(responseSchemas, "output"), ...convert(requestSchemas, "input") }
  for (const [name, schema] of Object.entries(schemas)) addTexts(name, schema)
  return schemas
}

export function inlineSchema(schema: z.core.$ZodType): JsonSchema {
  const { $schema, ...converted } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", override: adapt })
  return converted
}

function convert(named: Record<string, z.core.$ZodType>, io: "input" | "output"): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const uri = (id: string) => refTo(id as SchemaName).$ref
  const { schemas } = z.toJSONSchema(registry, { io, unrepresentable: "any", uri, override: adapt })
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
  if (info.kind === "picture") replace(jsonSchema, refTo("ShownPicture"))
  if (info.isResolved) replace(jsonSchema, info.kind === "text" ? refTo("RichText") : { type: "string" })
  jsonSchema.description = info.label
}

function replace(schema: JsonSchema, by: JsonSchema): void {
  for (const key of Object.keys(schema)) delete schema[key]
  Object.assign(schema, by)
}

const labels = Object.fromEntries(Object.entries(PROJECT_FIELDS).map(([name, { label }]) => [name, label]))

const projectLabels: Readonly<Record<string, string>> = { ...labels, ...toWire(projectNames, labels) }

function addTexts(name: string, schema: JsonSchema): void {
  for (const [field, property] of Object.entries(schema.properties ?? {})) {
    if (typeof property !== "object") continue
    const text = fieldTexts[`${name}.${field}`] ?? fieldTexts[field] ?? projectLabels[field]
    if (text) property.description ??= text
    addTexts(name, property)
  }
  const { items, anyOf = [], prefixItems = [] } = schema
  for (const one of [items, ...anyOf, ...prefixItems]) {
    if (typeof one === "object" && !Array.isArray(one)) addTexts(name, one)
  }
}
