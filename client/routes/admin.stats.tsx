import { useQuery } from "@tanstack/react-query"
import { createFileRoute } from "@tanstack/react-router"
import { useApi } from "#client/app/api.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { RecentProjects } from "#client/office/dashboard/recent-projects.tsx"
import { dashboard } from "#client/office/dashboard/texts.ts"
import { ChartedFigures } from "#client/office/figures/charted-figures.tsx"
import type { PeriodSearchParams } from "#client/office/figures/figure-period.ts"
import { noStats, successRate } from "#client/office/figures/figures.ts"
import { RequestFigures } from "#client/office/figures/request-figures.tsx"
import { stats as texts } from "#client/office/figures/texts.ts"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { LoadFailure, useLoadError } from "#client/office/frame/loaded.tsx"
import { mayPrefetch } from "#client/office/frame/may-prefetch.ts"
import { useCan } from "#client/office/frame/rights.tsx"
import { adminHead, unparsed } from "#client/office/frame/screen.ts"
import { formatDay } from "#client/office/french/dates.ts"
import { formatPercent } from "#client/office/french/pluralize.ts"
import { Counters } from "#client/office/ui/counters.tsx"
import { adminErrors } from "#client/office/ui/failure-texts.ts"
import { Panel } from "#client/office/ui/panel.tsx"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"
import { Banner } from "#client/ui/banner.tsx"

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
  const { data: site } = useQuery(queries.content.site.queryOptions())
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
      <p className="not-print:hidden mb-2 flex justify-between">
        <b>{site?.company.facts.name}</b>
        <span>{formatDay(new Date())}</span>
      </p>
      <ScreenHeading title={adminTitles.stats} lead={texts.lead}>
        <button type="button" className="btn btn-outline print:hidden" onClick={() => print()}>
          <Icon name="print" />
          {texts.print}
        </button>
      </ScreenHeading>
      {failure && (
        <LoadFailure
          text={loadingFailure(adminErrors.loading.stats, failure)}
          error={failure}
          onRetry={() => Promise.all([overview.refetch(), recent.refetch()])}
        />
      )}
      <Counters
        counters={[
          { label: texts.counters.projects, value: stats?.totalProjects },
          { label: texts.counters.users, value: stats?.totalUsers },
          { label: texts.counters.messages, value: stats?.totalMessages },
          { label: texts.counters.success, value: stats && formatPercent(successRate(stats)) },
        ]}
      />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2 print:grid-cols-2">
        <Panel title={texts.bySector.title}>
          <ChartedFigures by="sector" stats={stats} />
        </Panel>
        <Panel title={texts.byStatus.title}>
          <ChartedFigures by="status" stats={stats} />
        </Panel>
      </div>
      {can("projects.read") && (
        <div className="mt-6">
          <Panel title={dashboard.recent.title}>
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
