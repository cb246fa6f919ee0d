import { Link } from "@tanstack/react-router"
import { Fragment } from "react"
import { site } from "./texts.ts"

interface BreadcrumbProps {
  className: string
  /** The page's own name. */
  name: string
  /** The list that the page is from. */
  parent?: { to: "/realisations"; name: string }
}

/** The way from the home page to this one. */
export function Breadcrumb({ className, name, parent }: BreadcrumbProps) {
  const { label, home } = site.breadcrumb
  return (
    <nav aria-label={label} className={`text-sm ${className}`}>
      <ol className="flex flex-wrap gap-2">
        {[{ to: "/", name: home } as const, ...(parent ? [parent] : [])].map(({ to, name }) => (
          <Fragment key={to}>
            <li>
              <Link
                to={to}
                activeOptions={{ exact: true }}
                className="-my-3.5 inline-block py-3.5 underline underline-offset-4 hover:text-primary"
              >
                {name}
              </Link>
            </li>
            <li aria-hidden="true">/</li>
          </Fragment>
        ))}
        <li aria-current="location" className="min-w-0 truncate text-base-content/75">
          {name}
        </li>
      </ol>
    </nav>
  )
}
