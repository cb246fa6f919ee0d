import { AppError, toAppError } from "#server/errors.ts"

/** The REST names of fields that have other names in code. */
type WireNames = Readonly<Record<string, string>>

type Renamed<Fields, Names extends WireNames> = {
  [Name in keyof Fields as Name extends keyof Names ? Names[Name] : Name]: Fields[Name]
}

export function toWire<Fields extends object, const Names extends WireNames>(names: Names, fields: Fields) {
  const renamed = Object.entries(fields).map(([name, value]) => [wireNameOf(names, name), value])
  return Object.fromEntries(renamed) as Renamed<Fields, Names>
}

/** Renames a body's fields to their names in code, and drops fields sent under those. Schemas reject non-objects. */
export function fromWire(names: WireNames, body: unknown): unknown {
  if (!isObject(body)) return body
  const ownNames = new Map(Object.entries(names).map(([name, wireName]) => [wireName, name]))
  const fields = Object.entries(body).filter(([name]) => !Object.hasOwn(names, name))
  return Object.fromEntries(fields.map(([name, value]) => [ownNames.get(name) ?? name, value]))
}

export function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === "object" && body !== null && !Array.isArray(body)
}

/** Runs a call, and renames the fields of its error to their REST names. */
export async function withWireErrors<Result>(names: WireNames, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    const { code, message, fields } = toAppError(error)
    if (!fields) throw error
    throw new AppError(code, message, { fields: toWire(names, fields), cause: error })
  }
}

function wireNameOf(names: WireNames, name: string): string {
  return (Object.hasOwn(names, name) && names[name]) || name
}
