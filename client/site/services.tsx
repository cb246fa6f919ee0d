import { Icon } from "#client/icons/icon.tsx"
import { RichText } from "#client/ui/rich-text.tsx"
import type { Service } from "#server/contract/content/public.ts"

export function Services({ services }: { services: readonly Service[] }) {
  return (
    <ul className={`grid gap-5 ${services.length % 3 === 0 ? "md:grid-cols-3" : "sm:grid-cols-2 lg:grid-cols-4"}`}>
      {Object.entries(services).map(([key, { icon, title, text }]) => (
        <li key={key} className="rounded-box border border-base-300 bg-base-100 p-6">
          <span className="flex size-12 items-center justify-center rounded-field bg-(--hue) text-(--hue-content)">
            <Icon name={icon} className="size-6" />
          </span>
          <h3 className="mt-5 text-h3">{title}</h3>
          <p className="mt-2 text-base-content/80">
            <RichText text={text} />
          </p>
        </li>
      ))}
    </ul>
  )
}
