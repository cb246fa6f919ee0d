import { useQuery } from "@tanstack/react-query"
import { createFileRoute, Link } from "@tanstack/react-router"
import { useApi } from "#client/app/api.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { ContentList } from "#client/office/content/content-list.tsx"
import { siteManagement as texts } from "#client/office/content/management-texts.ts"
import { contentList, contentStates } from "#client/office/content/texts.ts"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { LoadFailure, useLoadError } from "#client/office/frame/loaded.tsx"
import { useLogOut } from "#client/office/frame/navigation.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import { adminHead, unparsed } from "#client/office/frame/screen.ts"
import { publicationChips } from "#client/office/list/day-filters.tsx"
import { FilterChips } from "#client/office/list/filters.tsx"
import { useListAddress } from "#client/office/list/use-list-address.ts"
import { EmptyState } from "#client/office/ui/empty-state.tsx"
import { Panel } from "#client/office/ui/panel.tsx"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"
import { type ContentSearchParams, contentAddress, filterContents } from "#server/contract/content/search-params.ts"

export const Route = createFileRoute("/admin/site-management/")({
  validateSearch: unparsed<ContentSearchParams>,
  head: () => adminHead(adminTitles.siteManagement),
  component: Screen,
})

function Screen() {
  const { queries } = useApi()
  const logOut = useLogOut("/")
  const pages = useQuery(queries.content.pages.queryOptions(undefined, { staleTime: 0 }))
  const failure = useLoadError(pages)
  const list = useListAddress(contentAddress, Route.useSearch(), Route.useNavigate())
  const { state, scheduledOn } = list.search
  const listed = pages.data && filterContents(pages.data, list.search)
  const groups = contentList.groups.filter(
    ({ pages: slugs }) => !list.isFiltered || listed?.some(({ page }) => slugs.some((slug) => slug === page)),
  )
  return (
    <>
      <ScreenHeading title={adminTitles.siteManagement} lead={contentList.lead} />
      {failure && (
        <LoadFailure
          text={loadingFailure(contentList.failure, failure)}
          error={failure}
          onRetry={() => pages.refetch()}
        />
      )}
      <FilterChips
        chips={[...(state ? [{ name: "etat", label: contentStates[state] }] : []), ...publicationChips(scheduledOn)]}
        onChange={list.removeFilters}
        onClear={list.clearFilters}
      />
      {listed && groups.length === 0 && (
        <div className="mb-6">
          <EmptyState icon="done" {...contentList.nothingFiltered}>
            <button type="button" className="btn btn-outline btn-primary" onClick={list.clearFilters}>
              {contentList.showAll}
            </button>
          </EmptyState>
        </div>
      )}
      {(listed || !failure) &&
        groups.map(({ title, pages: slugs }) => (
          <div key={title} className="mb-6">
            <Panel title={title}>
              {listed ? (
                <ContentList pages={slugs} states={listed} />
              ) : (
                <div className="skeleton min-h-60" aria-busy={pages.isPending} />
              )}
            </Panel>
          </div>
        ))}
      <ManagementCards />
      <Panel title={texts.session.title}>
        <p className="prose-width mb-4">{texts.session.text}</p>
        <button type="button" className="btn btn-outline btn-primary" onClick={logOut}>
          <Icon name="logout" />
          {texts.session.logout}
        </button>
      </Panel>
    </>
  )
}

/** Links to the features of site management that the role may use. */
function ManagementCards() {
  const can = useCan()
  const cards = texts.cards.filter(({ right }) => can(right))
  if (cards.length === 0) return null
  return (
    <ul className="mb-6 grid gap-4 md:grid-cols-3">
      {cards.map(({ title, text, icon, link }) => (
        <li key={title} className="panel relative">
          <Icon name={icon} className="size-8 text-primary" />
          <h2 className="mt-4 text-xl">
            <Link
              {...link}
              className="inline-flex min-h-11 items-center text-primary underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              {title}
            </Link>
          </h2>
          <p className="mt-2 text-base-content/80">{text}</p>
        </li>
      ))}
    </ul>
  )
}
