import { Lexer, type Token } from "marked"
import type { RichText, TextPart } from "#server/contract/content/public.ts"

/** Parses Markdown's strong words and links; all other text stays as it was typed. */
export function parseRichText(text: string): RichText {
  if (!/\*\*|\]\(|https:\/\//.test(text)) return text
  const parts: TextPart[] = []
  for (const part of Lexer.lexInline(text).map(toPart)) {
    const last = parts.at(-1)
    if (typeof part === "string" && typeof last === "string") parts[parts.length - 1] = last + part
    else parts.push(part)
  }
  const [only] = parts
  return parts.length === 1 && typeof only === "string" ? only : parts
}

function toPart(token: Token): TextPart {
  if (token.type === "strong") return { strong: token.text }
  if (token.type === "link" && isAllowed(token.href)) return { text: token.text, href: token.href }
  return token.type === "escape" ? token.text : token.raw
}

/** Whether the link leads to a page of the site, or to another site over https. */
function isAllowed(href: string): boolean {
  return /^(\/(?![/\\])|https:\/\/[^/])/.test(href) && URL.canParse(href, "https://site.invalid")
}
