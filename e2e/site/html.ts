/** These functions read a page's raw HTML, as a client without a browser sees it. */

/** Returns the targets of its links, each once. */
export function linksIn(html: string): string[] {
  return [...new Set([...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, href = ""]) => unescaped(href)))]
}

/** Returns the attributes of all void elements of that name: elementsIn(html, "meta"). */
export function elementsIn(html: string, name: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${name}\\s([^>]*?)/?>`, "g"))].map(([, attributes = ""]) => {
    const pairs = attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)
    return Object.fromEntries([...pairs].map(([, key = "", value = ""]) => [key.toLowerCase(), unescaped(value)]))
  })
}

/** Returns the content of a meta element: metaIn(html, "og:title"). */
export function metaIn(html: string, name: string): string | undefined {
  return elementsIn(html, "meta").find((meta) => meta.name === name || meta.property === name)?.content
}

export function canonicalIn(html: string): string | undefined {
  return elementsIn(html, "link").find(({ rel }) => rel === "canonical")?.href
}

export function titleIn(html: string): string | undefined {
  return unescaped(html.match(/<title[^>]*>([^<]*)<\/title>/)?.[1] ?? "")
}

/** Parses the JSON-LD blocks; one that is no JSON throws. */
export function linkedDataIn(html: string): Record<string, unknown>[] {
  const blocks = html.matchAll(/<script[^>]*type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)
  return [...blocks].map(([, text = ""]) => JSON.parse(text))
}

/** Returns the text of the first element of that name, up to its first end tag, with single spaces. */
export function textIn(html: string, name: string): string {
  const content = html.match(new RegExp(`<${name}[\\s>][\\s\\S]*?</${name}>`))?.[0] ?? ""
  return unescaped(content.replace(/<[^>]+>/g, " "))
    .replace(/\s+/g, " ")
    .trim()
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" }

function unescaped(text: string): string {
  return text.replace(/&(#?\w+);/g, (entity, name) => entities[name] ?? entity)
}
