import { Icon } from "#client/icons/icon.tsx"
import type { Service } from "#server/contract/content/public.ts"
import { RichText } from "./rich-text.tsx"

export function Values({ values }: { values: readonly Service[] }) {
  return (
    <ul className="grid gap-5 md:grid-cols-3">
      {Object.entries(values).map(([key, { icon, title: value, text }]) => (
        <li key={key} className="rounded-box border border-base-300 bg-base-100 p-6">
          <Icon name={icon} className="size-8 text-accent" />
          <h3 className="mt-4 text-h3">{value}</h3>
          <p className="mt-2 text-base-content/80">
            <RichText text={text} />
          </p>
        </li>
      ))}
    </ul>
  )
}
