import { useQuery } from "@tanstack/react-query"
import { createFileRoute, notFound, rootRouteId, useNavigate } from "@tanstack/react-router"
import { useRef } from "react"
import { BackLink } from "#client/admin/back-link.tsx"
import { NotAllowed } from "#client/admin/not-allowed.tsx"
import { adminHead, unparsed } from "#client/admin/screen.ts"
import { useApi } from "#client/api.ts"
import { Comparison } from "#client/content/history/comparison.tsx"
import {
  findCompared,
  type HistorySearchParams,
  parseHistorySearchParams,
} from "#client/content/history/history-search-params.ts"
import { RestorationStatus } from "#client/content/history/restoration-status.tsx"
import { ContentRevisionList } from "#client/content/history/revision-list.tsx"
import { useRevisionRestoration } from "#client/content/history/use-revision-restoration.ts"
import { contentEditor } from "#client/copy/admin-content.ts"
import { adminTitles } from "#client/copy/admin-heads.ts"
import { historyCopy as copy } from "#client/copy/admin-history.ts"
import { HistorySkeleton } from "#client/editing/history-skeleton.tsx"
import { loadingFailure } from "#client/failures.ts"
import { useCan } from "#client/rights.tsx"
import { EmptyState } from "#client/ui/empty-state.tsx"
import { LoadFailure } from "#client/ui/load-failure.tsx"
import { Panel } from "#client/ui/panel.tsx"
import { ScreenHeading } from "#client/ui/screen-heading.tsx"
import { useLoadError } from "#client/use-load-error.ts"
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
      <ScreenHeading title={copy.title(contentTree(page).label)} lead={copy.lead}>
        {can(rightToEdit(page)) ? (
          <BackLink to="/admin/site-management/$page" params={{ page }}>
            {copy.back}
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
  const failure = useLoadError(query)
  if (failure) {
    return <LoadFailure text={loadingFailure(copy.loadingFailed, failure)} onRetry={() => query.refetch()} />
  }
  if (!query.data) return <HistorySkeleton />
  if (query.data.length < 2) {
    return <EmptyState icon="clock" {...copy.none} />
  }
  return <History page={page} revisions={query.data} />
}

function History({ page, revisions }: { page: ContentSlug; revisions: readonly RevisionEntry[] }) {
  const compared = findCompared(revisions, parseHistorySearchParams({ ...Route.useSearch() }))
  const choose = Route.useNavigate()
  const navigate = useNavigate()
  const restoration = useRevisionRestoration(
    page,
    () => void navigate({ to: "/admin/site-management/$page", params: { page } }),
  )
  const comparison = useRef<HTMLDivElement>(null)
  return (
    <>
      <RestorationStatus restoration={restoration} />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[22rem_1fr]">
        <Panel title={copy.list.title}>
          <ContentRevisionList
            page={page}
            revisions={revisions}
            isRestoring={restoration.isPending}
            onCompare={() => comparison.current?.focus()}
            onRestore={restoration.restore}
          />
        </Panel>
        <div ref={comparison} tabIndex={-1} className="min-w-0 scroll-mt-20 outline-none">
          <Panel title={copy.comparison.title}>
            {compared && (
              <Comparison
                page={page}
                revisions={revisions}
                {...compared}
                onChoose={(search) => choose({ search, replace: true, resetScroll: false, viewTransition: false })}
              />
            )}
          </Panel>
        </div>
      </div>
    </>
  )
}
