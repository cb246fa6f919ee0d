import { Link } from "@tanstack/react-router"
import { Icon } from "#client/icons/icon.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import { siteManagement } from "./management-texts.ts"

/** Links to the features of site management that the role may use. */
export function ManagementCards() {
  const can = useCan()
  const cards = siteManagement.cards.filter(({ right }) => can(right))
  if (cards.length === 0) return null
  return (
    <ul className="mb-6 grid gap-4 md:grid-cols-3">
      {cards.map(({ title, text, icon, link }) => (
        <li key={title} className="relative rounded-box border border-base-300 bg-base-100 p-4 md:p-6">
          <Icon name={icon} className="size-8 text-primary" />
          <h2 className="mt-4 text-xl">
            <Link
              {...link}
              className="inline-flex min-h-11 items-center text-primary underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              {title}
            </Link>
          </h2>
          <p className="mt-2 text-base-content/80">{text}</p>
        </li>
      ))}
    </ul>
  )
}
