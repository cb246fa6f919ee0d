import { Link } from "@tanstack/react-router"
import { pictureDetails as copy } from "#client/copy/admin-pictures.ts"
import type { PictureUse } from "#server/contract/content/pictures.ts"

const link = "link-inline inline-flex min-h-11 items-center wrap-anywhere"

/** Links each place that shows a picture to the screen that changes it. */
export function PictureUses({ uses }: { uses: readonly PictureUse[] }) {
  if (uses.length === 0) return <p className="text-base-content/75">{copy.unused}</p>
  return (
    <ul>
      {uses.map((use) =>
        use.kind === "project" ? (
          <li key={`project ${use.id}`}>
            <Link to="/admin/project-edit/{-$id}" params={{ id: String(use.id) }} className={link}>
              {copy.use(use)}
            </Link>
            {use.alt !== null && (
              <p className="mb-2 text-sm wrap-anywhere text-base-content/75">{copy.altThere(use.alt)}</p>
            )}
          </li>
        ) : (
          <li key={`${use.page} ${use.state}`}>
            <Link to="/admin/site-management/$page" params={{ page: use.page }} className={link}>
              {copy.use(use)}
            </Link>
          </li>
        ),
      )}
    </ul>
  )
}
