import { Link } from "@tanstack/react-router"
import { Icon } from "#client/icons/icon.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import { dashboard } from "./texts.ts"

const { title, links } = dashboard.actions

/** If the role lacks the right to one of the first actions, a later one takes its place. */
const ACTIONS_MAX = 4

export function QuickActions() {
  const can = useCan()
  const allowed = links.filter(({ right }) => can(right)).slice(0, ACTIONS_MAX)
  return (
    <nav aria-label={title} className="mb-6">
      <ul className="grid grid-cols-1 gap-3 min-[18rem]:grid-cols-2 md:gap-4 xl:grid-cols-4">
        {allowed.map(({ label, to, icon }, index) => (
          <li key={to} className="grid">
            <Link
              to={to}
              className={`btn min-h-14 w-full flex-col items-start justify-start gap-x-2 gap-y-1 px-4 py-3 text-left sm:flex-row sm:items-center ${index === 0 ? "btn-primary" : "btn-outline bg-base-100 hover:text-primary-content btn-primary"}`}
            >
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
