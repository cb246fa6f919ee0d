import { Link } from "@tanstack/react-router"
import { Icon } from "#client/icons/icon.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import { formatDayTime } from "#client/office/french/dates.ts"
import type { PageState } from "#server/contract/content/edit.ts"
import { rightToEdit, rightToRead } from "#server/contract/content/edit.ts"
import type { ContentSlug } from "#server/contract/content/pages.ts"
import { contentStates, contentTexts, contentList as texts } from "./texts.ts"

/** Links to the pages that can be edited, with the state of each. */
export function ContentList({ pages, states }: { pages: readonly ContentSlug[]; states: readonly PageState[] }) {
  return (
    <ul className="grid divide-y divide-base-300">
      {pages.map((page) => {
        const state = states.find((one) => one.page === page)
        return state ? <ContentRow key={page} state={state} /> : null
      })}
    </ul>
  )
}

function ContentRow({ state }: { state: PageState }) {
  const can = useCan()
  const { page } = state
  const { label: title, lead } = contentTexts[page]
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 py-3 max-sm:gap-x-1 max-sm:gap-y-0 md:flex-nowrap">
      <div className="min-w-0 grow basis-60 max-sm:basis-full">
        {can(rightToEdit(page)) ? (
          <Link
            to="/admin/site-management/$page"
            params={{ page }}
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-primary underline-offset-4 hover:underline"
          >
            {title}
            <Icon name="chevronRight" className="size-4" />
          </Link>
        ) : (
          <p className="min-h-11 content-center font-semibold">{title}</p>
        )}
        {lead && <p className="text-sm text-base-content/75">{lead}</p>}
      </div>
      <p className="basis-72 text-sm max-sm:flex-1 text-base-content/75">
        <span
          className={`badge mr-2 font-medium ${state.state === "published" ? "border-success/60 text-success" : "badge-secondary"}`}
        >
          {contentStates[state.state]}
        </span>
        <span>{describeState(state)}</span>
      </p>
      {can(rightToRead(page)) && (
        <Link
          to="/admin/site-management/$page/historique"
          params={{ page }}
          aria-label={texts.historyOf(title)}
          className="btn btn-ghost shrink-0 gap-1.5 px-2 text-sm font-normal text-primary -mr-2"
        >
          <Icon name="clock" className="size-4.5 max-sm:hidden" />
          {texts.history}
        </Link>
      )}
    </li>
  )
}

function describeState({ state, publishAt, publishedAt, publishedBy, changedAt, changedBy }: PageState): string {
  if (state === "scheduled" && publishAt) return texts.scheduledFor(formatDayTime(publishAt))
  if (state === "changed" && changedAt) return texts.changedOn(formatDayTime(changedAt), changedBy)
  return publishedAt ? texts.publishedOn(formatDayTime(publishedAt), publishedBy) : texts.original
}
