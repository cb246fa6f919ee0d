import { Link } from "@tanstack/react-router"
import type { RichText as Text, TextPart } from "#server/contract/content/public.ts"

/** A text with its strong words and links. */
export function RichText({ text }: { text: Text }) {
  if (typeof text === "string") return text
  return Object.entries(text).map(([key, part]) => <Part key={key} part={part} />)
}

function Part({ part }: { part: TextPart }) {
  if (typeof part === "string") return part
  if ("strong" in part) return <strong>{part.strong}</strong>
  const { text, href } = part
  const className = "font-medium underline underline-offset-4"
  if (href.startsWith("/")) {
    return (
      <Link to={href} className={className}>
        {text}
      </Link>
    )
  }
  return (
    <a href={href} rel="noopener noreferrer" className={className}>
      {text}
    </a>
  )
}
