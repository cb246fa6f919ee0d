import type { Service } from "#client/copy/sector-copy.ts"
import { Icon } from "#client/icons/icon.tsx"

export function Values({ values }: { values: readonly Service[] }) {
  return (
    <ul className="grid gap-5 md:grid-cols-3">
      {values.map(({ icon, title: value, text }) => (
        <li key={value} className="rounded-box border border-base-300 bg-base-100 p-6">
          <Icon name={icon} className="size-8 text-accent" />
          <h3 className="mt-4 text-h3">{value}</h3>
          <p className="mt-2 text-base-content/80">{text}</p>
        </li>
      ))}
    </ul>
  )
}
