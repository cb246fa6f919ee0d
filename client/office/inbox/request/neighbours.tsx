import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useApi } from "#client/app/api.ts"
import { Icon } from "#client/icons/icon.tsx"
import { readLastList } from "#client/office/frame/last-list.ts"
import { pages } from "#client/office/list/texts.ts"
import { toMessageSearch } from "#server/contract/inbox-search-params.ts"
import { requestTexts as texts } from "./texts.ts"

interface NeighboursProps {
  id: number
  accountId: number
}

/** Links to the requests beside this one in the list as this tab has shown it last. */
export function Neighbours(props: NeighboursProps) {
  const neighbours = useNeighbours(props)
  if (!neighbours) return null
  return (
    <nav aria-label={texts.neighbours} className="flex gap-2">
      <NeighbourLink id={neighbours.previous} label={pages.previous} icon="chevronLeft" />
      <NeighbourLink id={neighbours.next} label={pages.next} icon="chevronRight" />
    </nav>
  )
}

function useNeighbours({ id, accountId }: NeighboursProps) {
  const { client, queries } = useApi()
  const list = readLastList("/admin/messages")
  const { page, ...criteria } = toMessageSearch(list?.search ?? {}, accountId)
  const shown = queries.messages.search.getData({ page, ...criteria })
  const shownIds = shown?.messages.map((message) => message.id) ?? []
  const inPage = shownIds.indexOf(id)
  const isInside = inPage > 0 && inPage < shownIds.length - 1
  const isWhole = inPage >= 0 && shown?.found === shownIds.length
  // Its key is none of the inbox's, since answering takes a request out of the list that its reader goes through.
  const { data: foundIds } = useQuery({
    queryKey: ["neighbours", list?.openedAt, criteria],
    queryFn: () => client.messages.ids.query(criteria),
    enabled: list !== undefined && !isInside && !isWhole,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const ids = foundIds ?? shownIds
  const index = ids.indexOf(id)
  return index < 0 ? undefined : { previous: ids[index - 1], next: ids[index + 1] }
}

interface NeighbourLinkProps {
  id: number | undefined
  label: string
  icon: "chevronLeft" | "chevronRight"
}

function NeighbourLink({ id, label, icon }: NeighbourLinkProps) {
  const content = (
    <>
      {/* The list goes down, and the arrow beside these leads out of it. */}
      <Icon name={icon} className="size-5 rotate-90" />
      <span className="max-sm:sr-only">{label}</span>
    </>
  )
  if (id === undefined) {
    return (
      <button type="button" disabled className="btn px-3">
        {content}
      </button>
    )
  }
  return (
    <Link to="/admin/messages/$id" params={{ id: String(id) }} className="btn btn-outline px-3">
      {content}
    </Link>
  )
}
