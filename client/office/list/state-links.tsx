import { Link } from "@tanstack/react-router"
import { formatNumber } from "#client/office/french/pluralize.ts"
import type { InboxSearchParams } from "#server/contract/inbox-search-params.ts"
import type { FOLDER_SLUGS, MessageFolder } from "#server/contract/message-states.ts"
import type { ProjectState, STATE_SLUGS } from "#server/contract/project-states.ts"
import type { USER_FOLDER_SLUGS, UserFolder } from "#server/contract/user-search-params.ts"

type StateSlug =
  | (typeof STATE_SLUGS)[ProjectState]
  | (typeof FOLDER_SLUGS)[MessageFolder]
  | (typeof USER_FOLDER_SLUGS)[UserFolder]

interface StateLinksProps {
  label: string
  links: readonly {
    label: string
    /** The value of `?etat=`; undefined for all states. */
    slug: StateSlug | undefined
    count: number | undefined
    /** The order by which alone the link is told from that of all states. */
    sort?: "attente" | undefined
  }[]
  current: StateSlug | "attente" | undefined
  onFollow: () => void
}

/** Links to the rows of each state, with their number; they keep the other search params. */
export function StateLinks({ label, links, current, onFollow }: StateLinksProps) {
  return (
    <nav aria-label={label} className="min-w-0 grow basis-[26rem] max-sm:basis-full">
      <ul className="flex gap-2 max-sm:-mx-4 max-sm:gap-1.5 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-0.5 sm:flex-wrap">
        {links.map(({ label, slug, count, sort }) => (
          <li key={label} ref={(sort ?? slug) === current ? showInList : undefined} className="shrink-0">
            <Link
              to="."
              search={({ tri, ...params }: { tri?: InboxSearchParams["tri"] | undefined }) => ({
                ...params,
                tri: sort ?? (tri === "attente" ? undefined : tri),
                etat: slug,
                page: undefined,
              })}
              resetScroll={false}
              viewTransition={false}
              activeOptions={{ exact: true }}
              aria-current={(sort ?? slug) === current ? "page" : undefined}
              onClick={onFollow}
              className="inline-flex min-h-11 items-center gap-2 rounded-full border border-base-300 bg-base-100 px-3.5 max-sm:gap-1.5 max-sm:px-2.5 text-sm font-semibold hover:border-primary aria-[current]:border-primary aria-[current]:bg-primary aria-[current]:text-primary-content"
            >
              {label} <span className="font-normal opacity-85">{count === undefined ? "…" : formatNumber(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls the list only, since scrollIntoView() would scroll the page too. */
function showInList(item: HTMLElement | null) {
  const list = item?.parentElement
  if (!item || !list) return
  const { left, width } = item.getBoundingClientRect()
  const shown = list.getBoundingClientRect()
  list.scrollLeft += left + width / 2 - (shown.left + shown.width / 2)
}
