import * as z from "zod/mini"
import { kinshasaMoment } from "#server/contract/kinshasa-moment.ts"
import { STATUSES } from "#server/contract/statuses.ts"
import { notBlank } from "#server/contract/storable-text.ts"
import { ICONS } from "./icons.ts"

/** What the editor of the site's content knows of a field, apart from its type. */
export interface FieldInfo {
  kind: "line" | "text" | "number" | "date" | "moment" | "choice" | "picture" | "group" | "list" | "sections"
  label: string
  hint?: string | undefined
  /** The most characters of a text, or entries of a list. */
  max?: number
  options?: readonly string[]
  optional?: boolean | undefined
  /** The initial text of the field in a new entry of a list. */
  initial?: string
}

export const fieldInfo = z.registry<FieldInfo>()

interface Extras {
  hint?: string
  /** Whether the field may be empty. */
  optional?: boolean
}

interface TextExtras extends Extras {
  initial?: string
  pattern?: { regex: RegExp; message: string }
}

/** Control characters, bidirectional controls and halves of surrogate pairs, which would garble the page. */
const unprintable = /(?![\t\n])[\p{Cc}\p{Cs}\p{Bidi_Control}]/u

const printable = z.refine((text) => typeof text !== "string" || !unprintable.test(text), {
  error: "Le texte contient un caractère invisible\u00a0: tapez-le de nouveau",
  // The check applies to drafts too.
  params: { always: true },
})

function boundedText(kind: "line" | "text", label: string, max: number, { pattern, ...extras }: TextExtras) {
  const schema = z
    .string("Un texte est attendu")
    .check(
      z.trim(),
      ...(extras.optional ? [] : notBlank("À remplir")),
      z.maxLength(max, `${max} caractères au plus`),
      printable,
      ...(kind === "line"
        ? [z.refine((text) => typeof text !== "string" || !text.includes("\n"), "Une seule ligne")]
        : []),
      ...(pattern
        ? [z.refine((text) => typeof text !== "string" || text === "" || pattern.regex.test(text), pattern.message)]
        : []),
    )
  return schema.register(fieldInfo, { kind, label, max, ...extras })
}

export function line(label: string, max: number, extras: TextExtras = {}) {
  return boundedText("line", label, max, extras)
}

/** Returns the schema of a text of several lines, which may contain `**strong**` words and links. */
export function text(label: string, max: number, extras: Extras = {}) {
  return boundedText("text", label, max, extras).brand<"text">()
}

export function number(label: string, min: number, max: number, extras: Extras = {}) {
  const message = `Un nombre entre ${min} et ${max}`
  return z
    .int(message)
    .check(z.minimum(min, message), z.maximum(max, message))
    .register(fieldInfo, {
      kind: "number",
      label,
      ...extras,
    })
}

/** Returns the schema of a day, `YYYY-MM-DD`. */
export function date(label: string, extras: Extras = {}) {
  return z.iso.date("Une date est attendue").register(fieldInfo, { kind: "date", label, ...extras })
}

/** Returns the schema of a date and time in Kinshasa; the empty text stands for none. */
export function moment(label: string, extras: Extras = {}) {
  return kinshasaMoment({ optional: true }).register(fieldInfo, { kind: "moment", label, optional: true, ...extras })
}

function choice<const Options extends readonly string[]>(label: string, options: Options, extras: Extras = {}) {
  return z.enum(options, "Choix inconnu").register(fieldInfo, { kind: "choice", label, options, ...extras })
}

export function icon(label = "Icône") {
  return choice(label, ICONS)
}

export function yesNo(label: string, extras: Extras = {}) {
  return choice(label, ["oui", "non"], extras)
}

export function isYesAnswer(answer: "oui" | "non"): boolean {
  return answer === "oui"
}

export function status(label = "Statut") {
  return choice(label, STATUSES)
}

/** Returns the schema of a picture's name: `hero/home` if it ships with the site, or else that of a stored image. */
export function picture(label: string, extras: Omit<Extras, "optional"> = {}) {
  return z
    .string("Une image est attendue")
    .check(z.minLength(1, "Choisissez une image"), z.maxLength(200, "Nom d’image invalide"), printable)
    .register(fieldInfo, { kind: "picture", label, ...extras })
    .brand<"picture">()
}

export function group<Shape extends z.core.$ZodLooseShape>(label: string, shape: Shape, extras: Extras = {}) {
  return z.strictObject(shape, "Des champs sont attendus").register(fieldInfo, { kind: "group", label, ...extras })
}

export function list<Entry extends z.core.$ZodType>(label: string, entry: Entry, max: number, extras: Extras = {}) {
  const schema = z
    .array(entry, "Une liste est attendue")
    .check(
      ...(extras.optional ? [] : [z.minLength(1, "Une entrée au moins")]),
      z.maxLength(max, `${max} entrées au plus`),
    )
  return schema.register(fieldInfo, { kind: "list", label, max, ...extras })
}

export function sections<const Sections extends readonly [z.core.SomeType, ...z.core.SomeType[]]>(list: Sections) {
  return z
    .tuple(list, "Les sections de la page sont attendues")
    .register(fieldInfo, { kind: "sections", label: "Sections" })
}
