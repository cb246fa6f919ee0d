import { createHash } from "node:crypto"
import { html, raw } from "hono/html"
import { type RestCall, TAGS } from "#server/http/rest-call.ts"
import { curlOf } from "./curl.ts"
import { createDocument, rightLabel, textOf, type WrittenResponse, writeOperation } from "./document.ts"
import type { JsonSchema } from "./json-schemas.ts"
import { PAGE_STYLE } from "./page-style.ts"

const styleHash = createHash("sha256").update(PAGE_STYLE).digest("base64")

/** The page loads nothing and runs no script. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

type Markup = ReturnType<typeof html>

/** The build cannot escape accents inside of tagged templates, and V8 needs twice the memory for a source with them. */
const texts = {
  tokens: "Jetons d’API",
  programs: "Le même contenu pour les programmes\u00a0:",
  parameters: "Paramètres",
  answers: "Réponses",
  headers: "En-têtes\u00a0:",
  dash: "—",
} as const

export function renderDocsPage(calls: readonly RestCall[], origin: string): string {
  const { info, components } = createDocument(calls, origin)
  const tagged = Map.groupBy(calls, ({ tag }) => TAGS[tag])
  return typeset(
    String(html`<!DOCTYPE html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}</title>
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg">
<style>${raw(PAGE_STYLE)}</style>
</head>
<body>
<a class="skip" href="#contenu">Aller au contenu</a>
<header><a href="/">Groupe Lisanga</a><a href="/admin/tokens">${texts.tokens}</a></header>
<main id="contenu">
<h1>${info.title}</h1>
${info.description.split("\n\n").map((text) => html`<p>${text}</p>`)}
<p>${texts.programs} <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<nav aria-label="Appels"><h2>Appels</h2>${Object.values(TAGS).map((tag) => renderIndex(tag, tagged.get(tag) ?? []))}</nav>
${Object.values(TAGS).map((tag) => renderTag(tag, tagged.get(tag) ?? [], origin))}
<section><h2 id="erreurs">Erreurs</h2>
<dl>${Object.entries(components.responses).map(
      ([name, failure]) => html`<dt><code>${name.replace("Failure", "")}</code></dt><dd>${failure.description}</dd>`,
    )}</dl></section>
<section><h2 id="formes">Formes</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) =>
    html`<section class="forme" id="${anchorOf(name)}"><h3>${name}</h3>${renderFolded(schema)}</section>`,
)}</section>
</main>
</body>
</html>`),
  )
}

/** Adds the no-break spaces of French, except in commands and examples, which are copied. */
function typeset(page: string): string {
  const parts = page.split(/(<pre.*?<\/pre>)/s)
  return parts.map((part) => (part.startsWith("<pre") ? part : withNoBreakSpaces(part))).join("")
}

function withNoBreakSpaces(text: string): string {
  return text
    .replaceAll("«\u00a0", "«\u00a0")
    .replace(/ (?=[»:])/g, "\u00a0")
    .replace(/ (?=[;?!])/g, "\u202f")
}

function renderIndex(tag: string, calls: readonly RestCall[]): Markup {
  return html`<h3>${tag}</h3><ul>${calls.map(
    (call) =>
      html`<li><a href="#${writeOperation(call).operationId}">${renderRoute(call)}<span>${call.title}</span></a></li>`,
  )}</ul>`
}

/** Lets a path break after each slash, since paths are longer than a phone is wide. */
function renderRoute({ route }: RestCall): Markup {
  const [method = "", path = ""] = route.split(" ")
  const parts = path.replace(/:(\w+)/g, "{$1}").split(/(?<=\/)/)
  return html`<code><b class="${method.toLowerCase()}">${method}</b> ${parts.map((part) => html`${part}<wbr>`)}</code>`
}

function renderTag(tag: string, calls: readonly RestCall[], origin: string): Markup {
  return html`<section><h2>${tag}</h2>${calls.map((call) => renderCall(call, origin))}</section>`
}

function renderCall(call: RestCall, origin: string): Markup {
  const { operationId, summary, parameters = [], requestBody, responses } = writeOperation(call)
  const { right, limit } = call
  const text = textOf(call)
  const isFailure = ([status]: [string, unknown]) => Number(status) >= 400
  const answers = Object.entries(responses).filter((entry) => !isFailure(entry))
  const failures = Object.entries(responses).filter(isFailure)
  return html`<article id="${operationId}">
<h3>${summary}</h3>
<p class="route">${renderRoute(call)}</p>
${text && html`<p>${text}</p>`}
<p><b>Droit\u00a0:</b> ${right ? html`<code>${right}</code> ${texts.dash} ${rightLabel(right)}` : "aucun"}</p>
${limit && html`<p><b>Limite\u00a0:</b> ${limit}</p>`}
${
  parameters.length > 0 &&
  html`<h4>${texts.parameters}</h4><dl>${parameters.map(
    ({ name, in: place, description, schema, required }) =>
      html`<dt><code>${name}</code> <small>${PLACES[place]}, ${typeOf(schema)}${required ? ", obligatoire" : ""}</small></dt><dd>${description}</dd>`,
  )}</dl>`
}
${requestBody && html`<h4>Corps</h4>${renderContent(requestBody.content)}`}
<h4>${texts.answers}</h4>
<dl>${answers.map(([status, answer]) => renderAnswer(status, answer))}</dl>
<p><b>Erreurs\u00a0:</b> ${failures.map(([status, { content }], index) => {
    const schema = content?.["application/json"]?.schema
    return html`${index > 0 ? ", " : ""}<a class="code" href="#erreurs">${status}</a>${schema && html` (${renderType(schema)})`}`
  })}</p>
<h4>Exemple</h4><pre tabindex="0"><code>${curlOf(call, origin)}</code></pre>
</article>`
}

const PLACES = { path: "chemin", query: "adresse", header: "en-tête" } as const

function renderAnswer(status: string, { description, headers = {}, content }: WrittenResponse): Markup {
  const names = Object.keys(headers)
  return html`<dt><code>${status}</code> ${description}</dt><dd>${content && renderContent(content)}
${names.length > 0 && html`<p>${texts.headers} ${names.map((name, index) => html`${index > 0 ? ", " : ""}<code>${name}</code>`)}</p>`}</dd>`
}

function renderContent(content: Record<string, { schema?: JsonSchema; example?: unknown }>): Markup {
  return html`${Object.entries(content).map(
    ([type, { schema, example }]) => html`<p><code>${type}</code>${schema && html` : ${renderType(schema)}`}</p>
${example !== undefined && html`<pre tabindex="0"><code>${JSON.stringify(example, undefined, 2)}</code></pre>`}`,
  )}`
}

/** A longer schema is folded: the content of all pages is as long as the rest. */
const OPEN_DETAILS_MAX = 10_000

function renderFolded(schema: JsonSchema): Markup {
  const shape = renderShape(schema)
  if (JSON.stringify(schema).length <= OPEN_DETAILS_MAX) return shape
  return html`<details><summary>Voir les champs</summary>${shape}</details>`
}

function renderShape(schema: JsonSchema): Markup {
  const properties = Object.entries(schema.properties ?? {})
  if (properties.length === 0) return html`<p>${renderType(schema)}</p>`
  return html`<dl>${properties.map(([name, property]) => {
    const field = property as JsonSchema
    const isRequired = schema.required?.includes(name)
    return html`<dt><code>${name}</code> <small>${renderType(field)}${isRequired ? "" : ", facultatif"}</small></dt>
<dd>${field.description}${renderNested(field)}</dd>`
  })}</dl>`
}

/** Renders the fields of an object, or of a list of objects, whose schema has no name. */
function renderNested(schema: JsonSchema): Markup | string {
  const parts = [schema, schema.items, ...(schema.prefixItems ?? []), ...(schema.anyOf ?? [])] as (
    | JsonSchema
    | undefined
  )[]
  const nested = parts.filter((part) => part?.properties) as JsonSchema[]
  return nested.length > 0 ? html`${nested.map(renderShape)}` : ""
}

function renderType(schema: JsonSchema): Markup | string {
  const name = schema.$ref?.split("/").at(-1)
  if (name) return html`<a href="#${anchorOf(name)}">${name}</a>`
  const alternatives = schema.anyOf as JsonSchema[] | undefined
  if (alternatives) return html`${alternatives.map((one, index) => html`${index > 0 ? " ou " : ""}${renderType(one)}`)}`
  if (schema.type === "array" && schema.items) return renderList(schema.items as JsonSchema)
  return typeOf(schema)
}

const LISTS: Record<string, string> = { string: "liste de textes", object: "liste d’objets" }

function renderList(items: JsonSchema): Markup | string {
  const name = items.contentMediaType || items.enum ? undefined : LISTS[String(items.type)]
  return name ?? html`liste\u00a0: ${renderType(items)}`
}

const TYPES: Record<string, string> = {
  string: "texte",
  integer: "nombre entier",
  number: "nombre",
  boolean: "true ou false",
  null: "null",
  array: "liste",
  object: "objet",
}

function typeOf({ type, enum: values, const: only, anyOf, format, contentMediaType }: JsonSchema): string {
  if (contentMediaType) return "fichier"
  if (only !== undefined) return JSON.stringify(only)
  if (values) return values.map((value) => (typeof value === "string" ? `«\u00a0${value}\u00a0»` : value)).join(" | ")
  if (anyOf) return (anyOf as JsonSchema[]).map(typeOf).join(" ou ")
  const name = [type]
    .flat()
    .map((one) => TYPES[String(one)] ?? "valeur")
    .join(" ou ")
  return format ? `${name} (${format})` : name
}

function anchorOf(name: string): string {
  return `forme-${name}`
}
