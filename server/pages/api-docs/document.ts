import type { Right } from "#server/contract/domains/domains.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { TOKEN_REQUESTS_PER_MINUTE, TOKEN_RIGHT_LABELS } from "#server/contract/tokens.ts"
import { type RestCall, TAGS } from "#server/http/rest-call.ts"
import { type DocumentedResponse, Failure, type Parameter, RESPONSE_HEADERS } from "#server/http/rest-parts.ts"
import { inlineSchema, type JsonSchema, refTo, writeSchemas } from "./json-schemas.ts"

/** The reasons why calls fail, by status. */
const FAILURES = {
  400: {
    text: "Un champ, le chemin ou le corps est en faute\u202f; errors nomme les champs",
    message: responseTexts.invalid,
  },
  401: { text: "Personne n’est connecté, ou le jeton n’est plus valable", message: responseTexts.tokenInvalid },
  403: {
    text: "Le droit manque, ou la requête vient de la page d’un autre site",
    message: responseTexts.rightRequired,
  },
  404: { text: "Introuvable", message: responseTexts.projectNotFound },
  409: { text: "En conflit avec ce qui est enregistré", message: responseTexts.projectChanged },
  413: { text: "Trop volumineux", message: responseTexts.bodyTooLarge },
  415: { text: "Le type du corps n’est pas celui qui est attendu", message: responseTexts.jsonRequired },
  429: {
    text: "Trop de requêtes\u00a0: réessayez après le temps que dit Retry-After",
    message: responseTexts.tooManyRequests,
  },
  500: { text: "Une erreur du serveur", message: responseTexts.internal },
  503: { text: "Le serveur est occupé\u00a0: réessayez dans un instant", message: responseTexts.busy },
  507: { text: "Le disque est plein", message: responseTexts.diskFull },
} as const

type FailureStatus = keyof typeof FAILURES

const INTRODUCTION = `Les programmes appellent ces adresses avec un jeton d’API, dans l’en-tête «\u00a0Authorization: Bearer lis_…\u00a0». Un jeton se crée dans l’administration, sous «\u00a0Jetons d’API\u00a0»\u00a0: il a un nom, des droits et une durée, n’est montré qu’une fois et peut être révoqué à tout moment. Il n’a jamais plus de droits que la personne qui l’a créé. Il n’est accepté ni dans l’adresse ni dans le corps d’une requête.

Chaque jeton peut faire ${TOKEN_REQUESTS_PER_MINUTE} requêtes par minute\u202f; au-delà, la réponse est 429 avec l’en-tête Retry-After, en secondes.

Les corps et les réponses sont en JSON (UTF-8), sauf là où c’est dit\u202f; les dates et heures sont en ISO 8601, UTC. Un échec a toujours la forme {"success": false, "message": "…"}, avec errors quand des champs sont en faute. HEAD répond partout où GET répond. Une longue liste se lit par parties\u00a0: l’en-tête Link donne l’adresse de la suivante.`

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, string[]>[]
  "x-right"?: Right
  "x-limit"?: string
  parameters?: WrittenParameter[]
  requestBody?: { required: true; content: Record<string, MediaType> }
  responses: Record<string, WrittenResponse>
}

interface WrittenParameter {
  name: string
  in: "path" | "query" | "header"
  description: string
  required: boolean
  schema: JsonSchema
  example?: unknown
}

interface MediaType {
  schema?: JsonSchema
  example?: unknown
}

export interface WrittenResponse {
  $ref?: string
  description?: string
  headers?: Record<string, object>
  content?: Record<string, MediaType>
}

/** Returns the OpenAPI 3.1 document of the calls for the site at that origin. */
export function createDocument(calls: readonly RestCall[], origin: string) {
  return {
    openapi: "3.1.0",
    info: { title: "API du Groupe Lisanga", version: "1", description: INTRODUCTION },
    servers: [{ url: origin }],
    tags: Object.values(TAGS).map((name) => ({ name })),
    paths: listPaths(calls),
    components: {
      schemas: writeSchemas(calls),
      responses: Object.fromEntries(
        Object.entries(FAILURES).map(([status, failure]) => [`Failure${status}`, writeFailure(status, failure)]),
      ) as Record<string, WrittenResponse>,
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "Un jeton d’API, «\u00a0lis_…\u00a0»" },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "session",
          description: "La session d’un navigateur\u202f; «\u00a0__Host-session\u00a0» quand le site est en https",
        },
        metricsToken: { type: "http", scheme: "bearer", description: "La valeur de METRICS_TOKEN, pour /metrics seul" },
      },
    },
  }
}

function listPaths(calls: readonly RestCall[]): Record<string, Record<string, Operation>> {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const call of calls) {
    const [method = "", path = ""] = call.route.split(" ")
    const written = path.replace(/:(\w+)/g, "{$1}")
    paths[written] = { ...paths[written], [method.toLowerCase()]: writeOperation(call) }
  }
  return paths
}

export function writeOperation(call: RestCall): Operation {
  const { route, tag, title, right, limit, body } = call
  const parameters = [
    ...writeParameters("path", call.path),
    ...writeParameters("query", call.query),
    ...writeParameters("header", call.headers),
  ]
  const description = [
    textOf(call),
    right && `Droit\u00a0: ${right} (${rightLabel(right)}).`,
    limit && `Limite\u00a0: ${limit}.`,
  ]
  const joined = description.filter(Boolean).join("\n\n")
  return {
    operationId: route
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/-$/, ""),
    summary: title,
    ...(joined && { description: joined }),
    tags: [TAGS[tag]],
    security: securityOf(call),
    ...(right && { "x-right": right }),
    ...(limit && { "x-limit": limit }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [body.type]: {
            ...(body.schema && { schema: refTo(body.schema) }),
            ...(body.type === "application/json" && { example: body.example }),
          },
        },
      },
    }),
    responses: writeResponses(call),
  }
}

export function textOf({ text, reauthenticated }: RestCall): string {
  return [text, reauthenticated && REAUTHENTICATION].filter(Boolean).join(" ")
}

const REAUTHENTICATION =
  "Dans un navigateur, le mot de passe ou une clé d’accès doit avoir été donné depuis 10 minutes au plus\u202f; sinon 403."

export function rightLabel(right: Right): string {
  return (TOKEN_RIGHT_LABELS as Partial<Record<Right, string>>)[right] ?? right
}

/** In OpenAPI the list holds alternatives, and an empty object means that no credentials are needed. */
function securityOf({ route, right, takesToken = true }: RestCall): Record<string, string[]>[] {
  if (route === "GET /metrics") return [{}, { metricsToken: [] }]
  return [...(right ? [] : [{}]), ...(takesToken ? [{ token: [] }] : []), { session: [] }]
}

function writeParameters(place: WrittenParameter["in"], given: Record<string, Parameter> = {}): WrittenParameter[] {
  return Object.entries(given).map(([name, { text, schema, example, required }]) => ({
    name,
    in: place,
    description: text,
    required: place === "path" || required === true,
    schema: inlineSchema(schema),
    ...(example !== undefined && { example }),
  }))
}

function writeResponses(call: RestCall): Record<string, WrittenResponse> {
  const responses = Object.entries(call.responses).map(([status, response]) => [status, writeResponse(response)])
  const failures = failuresOf(call).map((status) => [status, writeFailureOf(call, status)])
  return Object.fromEntries([...responses, ...failures])
}

/** Lists the statuses that its right, body and method, the rate limits and the service cause, and its own. */
function failuresOf({
  route,
  right,
  query,
  body,
  errors = [],
  errorSchemas = {},
  takesToken = true,
}: RestCall): FailureStatus[] {
  const isWrite = !route.startsWith("GET ")
  const statuses: FailureStatus[] = [
    ...errors,
    ...(Object.keys(errorSchemas).map(Number) as FailureStatus[]),
    ...(right || takesToken ? ([401, 429] as const) : []),
    ...(right ? ([403] as const) : []),
    // Another site's page may not write.
    ...(isWrite ? ([403, 507] as const) : []),
    ...(body ? ([400, 413, 415] as const) : []),
    // The row after which a list goes on may be gone.
    ...(query?.after ? ([404] as const) : []),
    500,
    503,
  ]
  return [...new Set(statuses)].sort((one, other) => one - other)
}

function writeFailureOf({ errorSchemas: failureSchemas = {} }: RestCall, status: FailureStatus): WrittenResponse {
  const schema = failureSchemas[status as keyof typeof failureSchemas]
  if (!schema) return { $ref: `#/components/responses/Failure${status}` }
  return { description: FAILURES[status].text, content: { "application/json": { schema: refTo(schema) } } }
}

function writeResponse({ text, type, schema, headers = [], example }: DocumentedResponse): WrittenResponse {
  const written = headers.map((name) => [name, { description: RESPONSE_HEADERS[name], schema: { type: "string" } }])
  return {
    description: text,
    ...(written.length > 0 && { headers: Object.fromEntries(written) }),
    ...(type && {
      content: { [type]: { ...(schema && { schema: refTo(schema) }), ...(example !== undefined && { example }) } },
    }),
  }
}

function writeFailure(status: string, { text, message }: { text: string; message: string }): WrittenResponse {
  const retryAfter = { description: "Les secondes à attendre", schema: { type: "integer" } }
  const challenge = { description: "«\u00a0Bearer\u00a0», quand un jeton a été refusé", schema: { type: "string" } }
  return {
    description: text,
    ...(["429", "503"].includes(status) && { headers: { "Retry-After": retryAfter } }),
    ...(status === "401" && { headers: { "WWW-Authenticate": challenge } }),
    content: { "application/json": { schema: refTo(Failure), example: { success: false, message } } },
  }
}
