import * as z from "zod/mini"
import { choice, type Extras, fieldInfo, printable } from "#server/contract/field-kinds.ts"
import { STATUSES } from "#server/contract/statuses.ts"
import { ICONS } from "./icons.ts"

export function icon() {
  return choice("Icône", ICONS)
}

const YES_NO = ["oui", "non"] as const

export function yesNo(label: string, extras: Extras = {}) {
  return choice(label, YES_NO, extras)
}

/** Returns the schema of a tick, without which nothing is published. */
export function requiredTick(label: string, message: string) {
  const info = { kind: "choice", label, options: YES_NO, initial: "non", isRequiredTick: true } as const
  return z
    .enum(YES_NO, "Choix inconnu")
    .check(z.refine((answer) => answer === "oui", message))
    .register(fieldInfo, info)
}

export function isYesAnswer(answer: "oui" | "non"): boolean {
  return answer === "oui"
}

export function status() {
  return choice("Statut", STATUSES)
}

/** Returns the schema of a picture's name: `hero/home` if it ships with the site, or else that of a stored image. */
export function picture(label: string) {
  return z
    .string("Une image est attendue")
    .check(z.minLength(1, "Choisissez une image"), z.maxLength(200, "Nom d’image invalide"), printable)
    .register(fieldInfo, { kind: "picture", label })
    .brand<"picture">()
}

/** Returns the schema of a picture that may be missing. */
export function optionalPicture(label: string, extras: Omit<Extras, "optional"> = {}) {
  return z
    .string("Une image est attendue")
    .check(z.maxLength(200, "Nom d’image invalide"), printable)
    .register(fieldInfo, { kind: "picture", label, optional: true, ...extras })
    .brand<"optional picture">()
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
