import { Link } from "@tanstack/react-router"
import { useCan } from "#client/office/frame/rights.tsx"
import { rightToEdit } from "#server/contract/content/edit.ts"
import type { PictureUse } from "#server/contract/content/pictures.ts"
import { pictureDetails as texts } from "./texts.ts"

const text = "flex min-h-11 items-center wrap-anywhere"
const link = "link-inline inline-flex min-h-11 items-center wrap-anywhere"

/** Links each place that shows a picture to the screen that changes it, where the role may open that. */
export function PictureUses({ uses }: { uses: readonly PictureUse[] }) {
  const can = useCan()
  if (uses.length === 0) return <p className="text-base-content/75">{texts.unused}</p>
  return (
    <ul>
      {uses.map((use) =>
        use.kind === "project" ? (
          <li key={`project ${use.id}`}>
            {can("projects.write") ? (
              <Link to="/admin/project-edit/{-$id}" params={{ id: String(use.id) }} className={link}>
                {texts.use(use)}
              </Link>
            ) : (
              <p className={text}>{texts.use(use)}</p>
            )}
            {use.alt !== null && (
              <p className="mb-2 text-sm wrap-anywhere text-base-content/75">{texts.altThere(use.alt)}</p>
            )}
          </li>
        ) : (
          <li key={`${use.page} ${use.state}`}>
            {can(rightToEdit(use.page)) ? (
              <Link to="/admin/site-management/$page" params={{ page: use.page }} className={link}>
                {texts.use(use)}
              </Link>
            ) : (
              <p className={text}>{texts.use(use)}</p>
            )}
          </li>
        ),
      )}
    </ul>
  )
}
