import { createHash } from "node:crypto"
import type { Bundle } from "./bundle.ts"
import { placeIcons } from "./icons.ts"

/** A rendered page with its icons, what fetches its script, and the hashes its policy must name. */
export function finishDocument(
  html: string,
  { script, preloadsOf, starter, icons, devTags = "" }: Bundle,
  routes: readonly string[],
) {
  const loading = starter
    ? `<script data-app="${script}" data-preloads="${preloadsOf(routes).join(" ")}">(()=>{${starter}})()</script>`
    : `<script type="module" src="${script}"></script>`
  const parsed = asParsed(html)
  const page = icons ? placeIcons(parsed, icons) : parsed
  return {
    document: page.replace("</head>", () => `${devTags}${loading}</head>`),
    hashes: [...new Set([...inlineScripts(loading), ...inlineScripts(page)].map(hashOf))],
  }
}

/** With what a browser puts in the place of some characters while it reads: hashes are of what it has read. */
function asParsed(html: string): string {
  return /[\0\r]/.test(html) ? html.replaceAll("\0", "\ufffd").replace(/\r\n?/g, "\n") : html
}

/** The code that a browser would run; data blocks such as JSON-LD are not run. */
function inlineScripts(html: string): string[] {
  const scripts: string[] = []
  const opening = /<script(?<attributes>(?:\s[^>]*)?)>/g
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    const end = html.indexOf("</script>", opening.lastIndex)
    if (end < 0) break
    const { attributes = "" } = found.groups ?? {}
    if (!/\ssrc=|type="application\/ld\+json"/.test(attributes)) scripts.push(html.slice(opening.lastIndex, end))
    opening.lastIndex = end
  }
  return scripts
}

/** As a policy names it. */
function hashOf(code: string): string {
  return `sha256-${createHash("sha256").update(code).digest("base64")}`
}

/** The page that stands in where the site itself cannot be rendered. */
export function plainPage(message: string): string {
  const text = message.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
  return `<!DOCTYPE html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text}</title><h1>${text}</h1><p><a href="/">Accueil</a></p></html>`
}
