import type * as z from "zod/mini"
import type { Right } from "#server/contract/domains/domains.ts"
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

export interface Parameter {
  text: string
  schema: z.core.$ZodType
  example?: string | number | boolean
  required?: true
}

export interface Body {
  type: string
  schema?: SchemaName
  /** An example of a JSON body, or the fields of a form, in which a file is written `@name`. */
  example?: unknown
}

export interface DocumentedResponse {
  text: string
  /** An answer without a media type has no body. */
  type?: string
  schema?: SchemaName
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

/** The failures of a call beyond those that its right, body and method and the limits of tokens cause. */
export type ErrorStatus = 400 | 404 | 409

export interface ApiOperation {
  tag: Tag
  title: string
  text?: string
  /** It is absent where everybody may make the call. */
  right?: Right
  path?: Record<string, Parameter>
  query?: Record<string, Parameter>
  headers?: Record<string, Parameter>
  body?: Body
  responses: Partial<Record<200 | 201 | 204 | 304, DocumentedResponse>>
  errors?: readonly ErrorStatus[]
  /** Another limit by client or token, beside that of tokens. */
  limit?: string
  /** The schema of a failure whose body has another shape. */
  errorSchemas?: Partial<Record<403 | 409 | 503, SchemaName>>
  /** Whether the call accepts an API token. */
  takesToken?: boolean
}

/** Operations by method and path, as the app lists its routes. */
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
