import * as z from "zod/mini"
import { fieldInfo } from "#server/contract/field-kinds.ts"

/** Texts of fields that many schemas have. */
export const NUMBER_TEXT = "Le numéro, jamais réutilisé"
export const MOMENT_TEXT = "Quand (ISO 8601, UTC)"

/** The paths of a schema's fields; lists, unions and wrappers of schemas add nothing to them. */
type FieldPath<Schema> =
  Schema extends z.core.$ZodObject<infer Shape>
    ? { [Name in keyof Shape & string]: Name | `${Name}.${FieldPath<Shape[Name]>}` }[keyof Shape & string]
    : Schema extends { _zod: { def: { element: infer Inner } | { innerType: infer Inner } } }
      ? FieldPath<Inner>
      : Schema extends { _zod: { def: { options: readonly (infer Inner)[] } } }
        ? FieldPath<Inner>
        : never

/**
 * Returns a copy of the schema whose fields have texts for the documentation. They stand here and not in the contract,
 * since browsers load that. A text of a field that does not exist does not compile.
 */
export function described<Schema extends z.core.$ZodType>(
  schema: Schema,
  texts: { [Path in FieldPath<Schema>]?: string },
): Schema {
  return withTexts(schema, Object.entries<string | undefined>(texts))
}

/** Returns the schema with that text. */
export function said<Schema extends z.core.$ZodType>(text: string, schema: Schema): Schema {
  const copy = z.clone(schema, schema._zod.def, { parent: true })
  z.globalRegistry.add(copy, { description: text })
  return copy
}

type Texts = readonly (readonly [path: string, text: string | undefined])[]

function withTexts<Schema extends z.core.$ZodType>(schema: Schema, texts: Texts): Schema {
  if (texts.length === 0) return schema
  const copy = z.clone(schema, Object.assign({}, schema._zod.def, innerWithTexts(schema, texts)))
  const info = fieldInfo.get(schema)
  if (info) fieldInfo.add(copy, info)
  return copy
}

function innerWithTexts(schema: z.core.$ZodType, texts: Texts): object {
  if (schema instanceof z.core.$ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema._zod.def.shape)
    return { shape: Object.fromEntries(fields.map(([name, field]) => [name, fieldWithTexts(name, field, texts)])) }
  }
  if (schema instanceof z.core.$ZodArray) return { element: withTexts(schema._zod.def.element, texts) }
  if (schema instanceof z.core.$ZodUnion) {
    return { options: schema._zod.def.options.map((option) => withTexts(option, texts)) }
  }
  const isWrapper =
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  return isWrapper ? { innerType: withTexts(schema._zod.def.innerType, texts) } : {}
}

function fieldWithTexts(name: string, field: z.core.$ZodType, texts: Texts): z.core.$ZodType {
  const own = texts.find(([path]) => path === name)?.[1]
  const inner = texts.filter(([path]) => path.startsWith(`${name}.`))
  const copy = withTexts(
    field,
    inner.map(([path, text]) => [path.slice(name.length + 1), text]),
  )
  return own === undefined ? copy : said(own, copy)
}
