import type { RestCall } from "#server/http/rest-call.ts"
import type { Parameter } from "#server/http/rest-parts.ts"

/** Returns a command that makes the call; the reader replaces the token and the values. */
export function curlOf(call: RestCall, origin: string): string {
  const { route, right, takesToken = true, body, headers = {} } = call
  const [method = "", path = ""] = route.split(" ")
  const parts = [
    `curl${method === "GET" ? "" : ` -X ${method}`} '${origin}${fillPath(path, call.path)}${exampleQuery(call.query)}'`,
    right && takesToken && "-H 'Authorization: Bearer lis_…'",
    right && !takesToken && "-b 'session=…'",
    route === "GET /metrics" && "-H 'Authorization: Bearer METRICS_TOKEN'",
    ...Object.entries(headers).map(([name, { example }]) => `-H '${name}: ${example}'`),
    ...(body ? bodyParts(body.type, body.example) : []),
  ]
  return parts.filter(Boolean).join(" \\\n  ")
}

function fillPath(path: string, parameters: Record<string, Parameter> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => String(parameters[name]?.example ?? name))
}

/** Only parameters with an example are written. */
function exampleQuery(query: Record<string, Parameter> = {}): string {
  const given = Object.entries(query).filter(([, { example }]) => example !== undefined)
  const params = new URLSearchParams(given.map(([name, { example }]) => [name, String(example)]))
  return given.length > 0 ? `?${params}` : ""
}

function bodyParts(type: string, example: unknown): string[] {
  if (type === "multipart/form-data") {
    return Object.entries(example as object).map(([name, value]) => `-F '${name}=${quoted(String(value))}'`)
  }
  const content = type === "application/json" ? JSON.stringify(example) : String(example)
  return [`-H 'Content-Type: ${type}'`, `--data-binary '${quoted(content)}'`]
}

/** Escapes a text inside single quotes of a shell. */
function quoted(text: string): string {
  return text.replaceAll("'", "'\\''")
}
