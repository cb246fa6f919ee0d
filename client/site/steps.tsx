import { RichText } from "#client/ui/rich-text.tsx"
import type { RichText as Text } from "#server/contract/content/public.ts"

interface StepsProps {
  steps: readonly { title: string; text: Text }[]
}

export function Steps({ steps }: StepsProps) {
  return (
    <ol
      className={`grid gap-x-8 gap-y-8 ${steps.length % 3 === 0 ? "md:grid-cols-3" : "sm:grid-cols-2 lg:grid-cols-4"}`}
    >
      {Array.from(steps.entries(), ([index, { title, text }]) => (
        <li key={index} className="border-t-3 border-(--hue) pt-4">
          <span aria-hidden="true" className="font-display text-lg font-bold text-base-content/70">
            {index + 1}
          </span>
          <h3 className="mt-1 text-h3">{title}</h3>
          <p className="mt-2 text-base-content/80">
            <RichText text={text} />
          </p>
        </li>
      ))}
    </ol>
  )
}
