import type * as z from "zod/mini"
import type { Right } from "#server/contract/rights.ts"
import type { SchemaName } from "./schemas.ts"

export const TAGS = {
  projets: "Projets",
  demandes: "Demandes",
  images: "Images",
  statistiques: "Statistiques",
  contenu: "Contenu du site",
  session: "Session",
  service: "Service",
} as const

export type Tag = keyof typeof TAGS

/** Of the path, the query or the headers. */
export interface Parameter {
  text: string
  schema: z.core.$ZodType
  example?: string | number | boolean
  required?: true
}

export interface Body {
  type: string
  schema?: SchemaName
  /** Of a JSON body, or the fields of a form: a file is written `@name`. */
  example?: unknown
}

export interface DocumentedResponse {
  text: string
  /** Without one the answer has no body. */
  type?: string
  schema?: SchemaName
  headers?: readonly HeaderName[]
  example?: unknown
}

/** Headers of answers. */
export const RESPONSE_HEADERS = {
  Link: 'La partie suivante de la liste, avec rel="next", quand il y en a une',
  ETag: "À renvoyer dans If-None-Match : la réponse est 304, sans corps, tant que rien n’a changé",
  Location: "L’adresse de l’envoi",
  "Upload-Offset": "Le nombre d’octets reçus",
  "Upload-Length": "La taille du fichier en octets",
  "Upload-Complete": "« ?1 » quand le fichier est complet, sinon « ?0 »",
  "Upload-Limit": "Les bornes : max-size, max-append-size (octets) et max-age (secondes)",
} as const

export type HeaderName = keyof typeof RESPONSE_HEADERS

/** How a call can fail beyond what its right and the limits of tokens bring. */
export type ErrorStatus = 400 | 404 | 409 | 413 | 415 | 507

/** A REST call as the documentation tells of it. */
export interface ApiOperation {
  tag: Tag
  title: string
  text?: string
  /** Absent where everybody may. */
  right?: Right
  path?: Record<string, Parameter>
  query?: Record<string, Parameter>
  headers?: Record<string, Parameter>
  body?: Body
  responses: Partial<Record<200 | 201 | 204 | 304, DocumentedResponse>>
  errors?: readonly ErrorStatus[]
  /** Beside that of tokens, by client or token. */
  limit?: string
  /** Of a failure whose body has another shape. */
  errorSchemas?: Partial<Record<403 | 409 | 503, SchemaName>>
  /** Whether an API token counts. */
  takesToken?: boolean
}

/** By method and path, as the app lists its routes. */
export type ApiOperations = Readonly<Record<string, ApiOperation>>

export function json(schema: SchemaName, text: string, more: Pick<DocumentedResponse, "headers" | "example"> = {}) {
  return { text, type: "application/json", schema, ...more } satisfies DocumentedResponse
}

export function jsonBody(schema: SchemaName, example: unknown): Body {
  return { type: "application/json", schema, example }
}

export const NOT_MODIFIED = {
  304: { text: "Rien n’a changé depuis l’ETag envoyé", headers: ["ETag"] },
} as const satisfies ApiOperation["responses"]
