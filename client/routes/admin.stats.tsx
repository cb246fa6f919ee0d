import { useQuery } from "@tanstack/react-query"
import { createFileRoute } from "@tanstack/react-router"
import { mayPrefetch } from "#client/admin/may-prefetch.ts"
import { adminHead, unparsed } from "#client/admin/screen.ts"
import { useApi } from "#client/api.ts"
import { adminErrors } from "#client/copy/admin-errors.ts"
import { adminTitles } from "#client/copy/admin-heads.ts"
import { stats as copy } from "#client/copy/admin-stats.ts"
import { formatPercent } from "#client/copy/pluralize.ts"
import { loadingFailure } from "#client/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { RecentProjects } from "#client/projects/table/recent-projects.tsx"
import { useCan } from "#client/rights.tsx"
import { ChartedFigures } from "#client/stats/charted-figures.tsx"
import type { PeriodSearchParams } from "#client/stats/figure-period.ts"
import { noStats, successRate } from "#client/stats/figures.ts"
import { RequestFigures } from "#client/stats/request-figures.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { Counters } from "#client/ui/counters.tsx"
import { LoadFailure } from "#client/ui/load-failure.tsx"
import { Panel } from "#client/ui/panel.tsx"
import { ScreenHeading } from "#client/ui/screen-heading.tsx"
import { useLoadError } from "#client/use-load-error.ts"

export const Route = createFileRoute("/admin/stats")({
  validateSearch: unparsed<PeriodSearchParams>,
  head: () => adminHead(adminTitles.stats),
  loader: ({ context: { queries } }) => {
    if (mayPrefetch(queries, "stats.read")) void queries.stats.overview.prefetch()
  },
  component: Screen,
})

function Screen() {
  const { queries } = useApi()
  const can = useCan()
  const overview = useQuery(queries.stats.overview.queryOptions())
  const recent = useQuery(queries.stats.recent.queryOptions(undefined, { enabled: can("projects.read") }))
  const failure = useLoadError(overview)
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const showPeriod = (search: PeriodSearchParams) =>
    void navigate({ search, replace: true, resetScroll: false, viewTransition: false })
  const stats = overview.data ?? (failure ? noStats : undefined)
  return (
    <div className="printable">
      <ScreenHeading title={adminTitles.stats} lead={copy.lead}>
        <button type="button" className="btn btn-outline print:hidden" onClick={() => print()}>
          <Icon name="print" />
          {copy.print}
        </button>
      </ScreenHeading>
      {failure && (
        <LoadFailure
          text={loadingFailure(adminErrors.loading.stats, failure)}
          onRetry={() => Promise.all([overview.refetch(), recent.refetch()])}
        />
      )}
      <Counters
        counters={[
          { label: copy.counters.projects, value: stats?.totalProjects },
          { label: copy.counters.users, value: stats?.totalUsers },
          { label: copy.counters.messages, value: stats?.totalMessages },
          { label: copy.counters.success, value: stats && formatPercent(successRate(stats)) },
        ]}
      />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        <Panel title={copy.bySector.title}>
          <ChartedFigures by="sector" stats={stats} />
        </Panel>
        <Panel title={copy.byStatus.title}>
          <ChartedFigures by="status" stats={stats} />
        </Panel>
      </div>
      {can("projects.read") && (
        <div className="mt-6">
          <Panel title={copy.recent.title}>
            {recent.isError ? <RecentFailure isOnly={!failure} /> : <RecentProjects projects={recent.data} />}
          </Panel>
        </div>
      )}
      {can("messages.read") && <RequestFigures search={search} onPeriod={showPeriod} />}
    </div>
  )
}

/** Shows the failure as plain text if the whole screen has an alert already. */
function RecentFailure({ isOnly }: { isOnly: boolean }) {
  if (isOnly) return <Banner tone="error">{adminErrors.loading.recent}</Banner>
  return <p className="font-medium text-error">{adminErrors.loading.recent}</p>
}
