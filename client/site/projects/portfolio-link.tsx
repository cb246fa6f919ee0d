import { Link } from "@tanstack/react-router"
import { Icon } from "#client/icons/icon.tsx"
import { portfolio } from "./texts.ts"

/** Links from a selection of projects to all of them. */
export function PortfolioLink() {
  return (
    <p className="mt-8 text-center">
      <Link
        to="/realisations"
        activeOptions={{ exact: true }}
        className="link-inline inline-flex min-h-11 items-center gap-2"
      >
        {portfolio.all}
        <Icon name="arrow" />
      </Link>
    </p>
  )
}
