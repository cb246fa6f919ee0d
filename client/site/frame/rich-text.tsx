import type { RichText as Text, TextPart } from "#server/contract/content/public.ts"

/** Renders a text with its strong words and links. */
export function RichText({ text }: { text: Text }) {
  if (typeof text === "string") return text
  return Object.entries(text).map(([key, part]) => <Part key={key} part={part} />)
}

function Part({ part }: { part: TextPart }) {
  if (typeof part === "string") return part
  if ("strong" in part) return <strong>{part.strong}</strong>
  const { text, href } = part
  return (
    <a href={href} rel="noopener noreferrer" className="font-medium underline underline-offset-4">
      {text}
    </a>
  )
}
