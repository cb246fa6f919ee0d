import { Link } from "@tanstack/react-router"
import { formatShortDate } from "#client/office/french/dates.ts"
import { FOLDER_LABELS } from "#server/contract/message-states.ts"
import type { MessageDetails } from "#server/contract/messages.ts"
import { CONTACT_SECTOR_LABELS } from "#server/contract/sectors.ts"
import { requestTexts } from "./texts.ts"

/** Other requests with the same e-mail address or telephone number, sorted from the newest. */
export function OtherRequests({ others }: Pick<MessageDetails, "others">) {
  if (others.length === 0) return <p className="text-base-content/75">{requestTexts.others.none}</p>
  return (
    <ul className="grid gap-1">
      {others.map(({ id, reference, sector, state, createdAt }) => (
        <li key={id}>
          <Link
            to="/admin/messages/$id"
            params={{ id: String(id) }}
            className="link-inline inline-flex min-h-11 items-center"
          >
            {reference ?? `n° ${id}`}, {CONTACT_SECTOR_LABELS[sector]}
          </Link>
          <p className="text-sm text-base-content/75">
            <time dateTime={createdAt}>{formatShortDate(createdAt)}</time>, {FOLDER_LABELS[state].toLowerCase()}
          </p>
        </li>
      ))}
    </ul>
  )
}
