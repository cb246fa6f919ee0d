import type { MiddlewareHandler } from "hono"
import * as z from "zod/mini"
import type { AppEnv } from "./app-env.ts"
import { textBodyLimit } from "./body-limit.ts"
import { said } from "./described.ts"

export interface Parameter {
  text: string
  schema: z.core.$ZodType
  example?: string | number | boolean
  required?: true
}

export interface Body {
  type: string
  schema?: z.core.$ZodType
  /** An example of a JSON body, or the fields of a form, in which a file is written `@name`. */
  example?: unknown
  /** What limits the body before the call reads it. */
  receive?: readonly MiddlewareHandler<AppEnv>[]
}

export interface DocumentedResponse {
  text: string
  /** An answer without a media type has no body. */
  type?: string
  schema?: z.core.$ZodType
  headers?: readonly HeaderName[]
  example?: unknown
}

/** The headers of answers that the documentation explains. */
export const RESPONSE_HEADERS = {
  Link: 'La partie suivante de la liste, avec rel="next", quand il y en a une',
  ETag: "À renvoyer dans If-None-Match\u00a0: la réponse est 304, sans corps, tant que rien n’a changé",
  Location: "L’adresse de l’envoi",
  "Upload-Offset": "Le nombre d’octets reçus",
  "Upload-Length": "La taille du fichier en octets",
  "Upload-Complete": "«\u00a0?1\u00a0» quand le fichier est complet, sinon «\u00a0?0\u00a0»",
  "Upload-Limit": "Les bornes\u00a0: max-size, max-append-size (octets) et max-age (secondes)",
} as const

export type HeaderName = keyof typeof RESPONSE_HEADERS

/** The schemas that the documentation shows by name. */
export const namedSchemas = new Map<string, z.core.$ZodType>()

export function named<Schema extends z.core.$ZodType>(name: string, schema: Schema): Schema {
  namedSchemas.set(name, schema)
  return schema
}

const SUCCESS_TEXT = "true si l’appel a réussi"

const ResponseMessage = said("Ce que l’appel a fait, ou pourquoi il a échoué, en français", z.string())

export const Success = named("Success", z.object({ success: said(SUCCESS_TEXT, z.literal(true)) }))

export const Done = named("Done", z.extend(Success, { message: ResponseMessage }))

export const Failure = named(
  "Failure",
  z.object({
    success: said(SUCCESS_TEXT, z.literal(false)),
    message: ResponseMessage,
    errors: said("Un message par champ en faute", z.optional(z.record(z.string(), z.string()))),
  }),
)

const Files = named("Files", z.object({ images: said("Répété\u00a0: les fichiers", z.array(z.file())) }))

export const ImagesStored = named(
  "ImagesStored",
  z.extend(Success, { filenames: said("Les noms des images enregistrées", z.array(z.string())) }),
)

export const IMAGES_STORED = { success: true, filenames: ["0f3a9c1d2e4b5a67.webp"] }

export function json(
  schema: z.core.$ZodType,
  text: string,
  example?: unknown,
  headers: readonly HeaderName[] = [],
): DocumentedResponse {
  return { text, type: "application/json", schema, example, headers }
}

export function done(text: string, message: string): DocumentedResponse {
  return json(Done, text, { success: true, message })
}

export function jsonBody(schema: z.core.$ZodType, example: unknown): Body {
  return { type: "application/json", schema, example, receive: [textBodyLimit] }
}

export function filesBody(fileName: string): Body {
  return { type: "multipart/form-data", schema: Files, example: { images: `@${fileName}` } }
}

export const CSV_FILE = { 200: { text: "Le fichier", type: "text/csv; charset=utf-8" } }

export const NOT_MODIFIED = { 304: { text: "Rien n’a changé depuis l’ETag envoyé", headers: ["ETag"] } } as const

/** The query of files about some days. */
export const periodQuery = {
  du: { text: "Le premier jour, à Kinshasa", schema: z.iso.date(), example: "2026-03-01" },
  au: { text: "Le dernier jour, compris", schema: z.iso.date(), example: "2026-03-31" },
}
