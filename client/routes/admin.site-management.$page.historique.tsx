import { useQuery } from "@tanstack/react-query"
import { createFileRoute, notFound, rootRouteId, useNavigate } from "@tanstack/react-router"
import { useApi } from "#client/app/api.ts"
import { Comparison } from "#client/office/content/history/comparison.tsx"
import {
  findCompared,
  type HistorySearchParams,
  parseHistorySearchParams,
} from "#client/office/content/history/history-search-params.ts"
import { ReversionStatus, useReversion } from "#client/office/content/history/reversion.tsx"
import { contentHistory as texts } from "#client/office/content/history/texts.ts"
import { contentVersions } from "#client/office/content/history/versions.tsx"
import { contentEditor } from "#client/office/content/texts.ts"
import { History } from "#client/office/editing/history.tsx"
import { HistorySkeleton } from "#client/office/editing/history-skeleton.tsx"
import { BackLink } from "#client/office/frame/back-link.tsx"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { Loaded } from "#client/office/frame/loaded.tsx"
import { NotAllowed } from "#client/office/frame/not-allowed.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import { adminHead, unparsed } from "#client/office/frame/screen.ts"
import { EmptyState } from "#client/office/ui/empty-state.tsx"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"
import { type RevisionEntry, rightToEdit, rightToRead } from "#server/contract/content/edit.ts"
import { ContentSlug, contentTree } from "#server/contract/content/pages.ts"

export const Route = createFileRoute("/admin/site-management/$page/historique")({
  validateSearch: unparsed<HistorySearchParams>,
  head: () => adminHead(adminTitles.history),
  loader: ({ params }) => {
    const { data: page } = ContentSlug.safeParse(params.page)
    if (!page) throw notFound({ routeId: rootRouteId })
    return page
  },
  component: Screen,
})

function Screen() {
  const can = useCan()
  const page = Route.useLoaderData()
  if (!can(rightToRead(page))) return <NotAllowed />
  return (
    <>
      <ScreenHeading title={texts.title(contentTree(page).label)} lead={texts.lead}>
        {can(rightToEdit(page)) ? (
          <BackLink to="/admin/site-management/$page" params={{ page }}>
            {texts.back}
          </BackLink>
        ) : (
          <BackLink to="/admin/site-management">{contentEditor.back}</BackLink>
        )}
      </ScreenHeading>
      <LoadedHistory key={page} page={page} />
    </>
  )
}

function LoadedHistory({ page }: { page: ContentSlug }) {
  const { queries } = useApi()
  // Somebody else may have published since the last visit.
  const query = useQuery(queries.content.revisions.queryOptions({ page }, { staleTime: 0 }))
  return (
    <Loaded query={query} failed={texts.loadingFailed} skeleton={<HistorySkeleton />}>
      {(revisions) =>
        revisions.length < 2 ? (
          <EmptyState icon="clock" {...texts.none} />
        ) : (
          <PageHistory page={page} revisions={revisions} />
        )
      }
    </Loaded>
  )
}

function PageHistory({ page, revisions }: { page: ContentSlug; revisions: readonly RevisionEntry[] }) {
  const compared = findCompared(revisions, parseHistorySearchParams({ ...Route.useSearch() }))
  const canEdit = useCan()(rightToEdit(page))
  const choose = Route.useNavigate()
  const navigate = useNavigate()
  const reversion = useReversion(page, () => void navigate({ to: "/admin/site-management/$page", params: { page } }))
  return (
    <>
      <ReversionStatus reversion={reversion} />
      <History
        versions={contentVersions(revisions, compared?.after, canEdit ? reversion.revert : undefined)}
        isRestoring={reversion.isPending}
        comparisonTitle={texts.comparison.title}
        comparison={
          compared && (
            <Comparison
              page={page}
              revisions={revisions}
              {...compared}
              onChoose={(search) => choose({ search, replace: true, resetScroll: false, viewTransition: false })}
            />
          )
        }
      />
    </>
  )
}
