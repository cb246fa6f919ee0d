import { Link } from "@tanstack/react-router"
import { siteManagement } from "#client/copy/admin-site.ts"
import { Icon } from "#client/icons/icon.tsx"

/** Features of site management: those that exist are links. */
export function Announcements() {
  return (
    <ul className="mb-6 grid gap-4 md:grid-cols-3">
      {siteManagement.announcements.map(({ title, text, icon, ...card }) => (
        <li key={title} className="relative rounded-box border border-base-300 bg-base-100 p-4 md:p-6">
          <div className="flex items-center justify-between gap-3">
            <Icon name={icon} className="size-8 text-primary" />
            {!("page" in card) && <span className="badge badge-secondary font-medium">{siteManagement.coming}</span>}
          </div>
          <h2 className="mt-4 text-xl">
            {"page" in card ? (
              <Link
                to="/admin/site-management/$page"
                params={{ page: card.page }}
                className="inline-flex min-h-11 items-center text-primary underline-offset-4 after:absolute after:inset-0 hover:underline"
              >
                {title}
              </Link>
            ) : (
              title
            )}
          </h2>
          <p className="mt-2 text-base-content/80">{text}</p>
        </li>
      ))}
    </ul>
  )
}
