import { createHash } from "node:crypto"
import type { Bundle } from "./bundle.ts"

/** A rendered page with what fetches its script, and the hashes its policy must name. */
export function finishDocument(
  html: string,
  { script, preloadsOf, starter, devTags = "" }: Bundle,
  routes: readonly string[],
) {
  const loading = starter
    ? `<script data-app="${script}" data-preloads="${preloadsOf(routes).join(" ")}">(()=>{${starter}})()</script>`
    : `<script type="module" src="${script}"></script>`
  const document = asParsed(html).replace("</head>", () => `${devTags}${loading}</head>`)
  return {
    document: document.startsWith("<!DOCTYPE") ? document : `<!DOCTYPE html>${document}`,
    hashes: scriptHashes(document),
  }
}

/** With what a browser puts in the place of some characters while it reads: hashes are of what it has read. */
function asParsed(html: string): string {
  return html.replaceAll("\0", "\ufffd").replace(/\r\n?/g, "\n")
}

/** CSP sources of the inline scripts; data blocks such as JSON-LD are not run and need none. */
function scriptHashes(html: string): string[] {
  const inline = html.matchAll(/<script(?<attributes>(?:\s[^>]*)?)>(?<code>[\s\S]*?)<\/script>/g)
  const hashes = new Set<string>()
  for (const { groups } of inline) {
    const { attributes = "", code = "" } = groups ?? {}
    if (/\ssrc=|type="application\/ld\+json"/.test(attributes)) continue
    hashes.add(`sha256-${createHash("sha256").update(code).digest("base64")}`)
  }
  return [...hashes]
}

/** The page that stands in where the site itself cannot be rendered. */
export function plainPage(message: string): string {
  const text = message.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
  return `<!DOCTYPE html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text}</title><h1>${text}</h1><p><a href="/">Accueil</a></p></html>`
}
