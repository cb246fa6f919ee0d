import * as z from "zod/mini"
import { kinshasaMoment } from "./kinshasa-moment.ts"
import { notBlank } from "./storable-text.ts"

/** What forms, files, histories and the journal know of a field, apart from its type. */
export interface FieldInfo {
  kind:
    | "line"
    | "text"
    | "number"
    | "date"
    | "moment"
    | "choice"
    | "picture"
    | "pictures"
    | "group"
    | "list"
    | "sections"
  label: string
  hint?: string | undefined
  /** The most characters of a text, or entries of a list. */
  max?: number
  /** Whether pages fill in the company's facts, and a text may have strong words and links. */
  isResolved?: true
  /** What a number counts, as « m² ». */
  unit?: string | undefined
  options?: readonly string[]
  /** The keyboard of a phone that suits a text. */
  inputMode?: "email" | "tel" | undefined
  /** Whether the choice is between « oui » and « non », and nothing is published without « oui ». */
  isRequiredTick?: true
  optional?: boolean | undefined
  /** The initial text of the field in a new entry of a list. */
  initial?: string
  /** What an example of a file has in the field's column. */
  example?: string | undefined
}

export const fieldInfo = z.registry<FieldInfo>()

export interface Extras {
  hint?: string
  /** Whether the field may be empty. */
  optional?: boolean
  example?: string
}

interface TextExtras extends Extras {
  initial?: string
  pattern?: {
    /** Mends what is typed before it is judged. */
    tidy?: (text: string) => string
    regex: RegExp
    message: string
    inputMode?: FieldInfo["inputMode"]
  }
}

/** Control characters, bidirectional controls and halves of surrogate pairs, which would garble the page. */
const unprintable = /(?![\t\n])[\p{Cc}\p{Cs}\p{Bidi_Control}]/u

export const printable = z.refine((text) => typeof text !== "string" || !unprintable.test(text), {
  error: "Le texte contient un caractère invisible\u00a0: tapez-le de nouveau",
  // The check applies to drafts too.
  params: { always: true },
})

function boundedText(kind: "line" | "text", label: string, max: number, { pattern, ...extras }: TextExtras) {
  const schema = z
    .string("Un texte est attendu")
    .check(
      ...(pattern?.tidy ? [z.overwrite(pattern.tidy)] : []),
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
  return schema.register(fieldInfo, { kind, label, max, isResolved: true, inputMode: pattern?.inputMode, ...extras })
}

export function line(label: string, max: number, extras: TextExtras = {}) {
  return boundedText("line", label, max, extras)
}

/** Returns the schema of a text of several lines, which may contain `**strong**` words and links. */
export function text(label: string, max: number, extras: Extras = {}) {
  return boundedText("text", label, max, extras).brand<"text">()
}

interface NumberExtras extends Extras {
  unit?: string
}

function wholeNumber(min: number, max: number) {
  const message = `Un nombre entre ${min} et ${max}`
  return z.int(message).check(z.minimum(min, message), z.maximum(max, message))
}

export function number(label: string, min: number, max: number, extras: NumberExtras = {}) {
  return wholeNumber(min, max).register(fieldInfo, { kind: "number", label, ...extras })
}

/** Returns the schema of a whole number that is null where nobody knows it. */
export function optionalNumber(label: string, min: number, max: number, extras: NumberExtras = {}) {
  const info = { kind: "number", label, optional: true, ...extras } as const
  return z.nullable(wholeNumber(min, max)).register(fieldInfo, info)
}

/** Returns the schema of a day, `YYYY-MM-DD`. */
export function date(label: string, extras: Extras = {}) {
  return z.iso.date("Une date est attendue").register(fieldInfo, { kind: "date", label, ...extras })
}

/** Returns the schema of a day that is null where nobody knows it. */
export function optionalDate(label: string, extras: Extras = {}) {
  const info = { kind: "date", label, optional: true, ...extras } as const
  return z.nullable(z.iso.date("Une date est attendue")).register(fieldInfo, info)
}

/** Returns the schema of a date and time in Kinshasa; the empty text stands for none. */
export function moment(label: string, extras: Extras = {}) {
  return kinshasaMoment({ optional: true }).register(fieldInfo, { kind: "moment", label, optional: true, ...extras })
}

export function choice<const Options extends readonly string[]>(label: string, options: Options, extras: Extras = {}) {
  return z.enum(options, "Choix inconnu").register(fieldInfo, { kind: "choice", label, options, ...extras })
}

/** Returns the schema of a choice that is null where nothing was chosen. */
export function optionalChoice<const Options extends readonly string[]>(
  label: string,
  options: Options,
  extras: Extras = {},
) {
  const info = { kind: "choice", label, options, optional: true, ...extras } as const
  return z.nullable(z.enum(options, "Choix inconnu")).register(fieldInfo, info)
}
