import { useQuery } from "@tanstack/react-query"
import { createFileRoute } from "@tanstack/react-router"
import { useState } from "react"
import { mayPrefetch } from "#client/admin/may-prefetch.ts"
import { QuickActions } from "#client/admin/quick-actions.tsx"
import { adminHead } from "#client/admin/screen.ts"
import { useApi } from "#client/api.ts"
import { dashboard as copy } from "#client/copy/admin-dashboard.ts"
import { adminErrors } from "#client/copy/admin-errors.ts"
import { adminTitles } from "#client/copy/admin-heads.ts"
import { stats as statsCopy } from "#client/copy/admin-stats.ts"
import { loadingFailure } from "#client/failures.ts"
import { type DeletedProject, DeletedProjectNotice } from "#client/projects/table/deleted-project-notice.tsx"
import { FirstProjects } from "#client/projects/table/first-projects.tsx"
import { useCan } from "#client/rights.tsx"
import { ChartedFigures, NoFigures } from "#client/stats/charted-figures.tsx"
import { noStats, usedSectors } from "#client/stats/figures.ts"
import { Counters } from "#client/ui/counters.tsx"
import { LoadFailure } from "#client/ui/load-failure.tsx"
import { Panel } from "#client/ui/panel.tsx"
import { ScreenHeading } from "#client/ui/screen-heading.tsx"
import { useLoadError } from "#client/use-load-error.ts"

export const Route = createFileRoute("/admin/dashboard")({
  head: () => adminHead(adminTitles.dashboard),
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
  const [deleted, setDeleted] = useState<DeletedProject>()
  const overviewError = useLoadError(overview)
  const recentError = useLoadError(recent)
  const failure = overviewError ?? recentError
  const stats = overview.data ?? (overviewError ? noStats : undefined)
  return (
    <>
      <ScreenHeading title={adminTitles.dashboard} lead={copy.lead} />
      {deleted && <DeletedProjectNotice key={deleted.id} project={deleted} onDismiss={() => setDeleted(undefined)} />}
      {failure && (
        <LoadFailure
          text={loadingFailure(adminErrors.loading.dashboard, failure)}
          onRetry={() => Promise.all([overview.refetch(), recent.refetch()])}
        />
      )}
      <Counters
        counters={[
          { label: statsCopy.counters.projects, value: stats?.totalProjects },
          { label: statsCopy.counters.sectors, value: stats && usedSectors(stats) },
          { label: statsCopy.counters.users, value: stats?.totalUsers },
          { label: statsCopy.counters.messages, value: stats?.totalMessages },
        ]}
      />
      <QuickActions />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        <Panel title={statsCopy.bySector.title}>
          <ChartedFigures by="sector" stats={stats} />
        </Panel>
        {can("projects.read") && (
          <Panel title={copy.projects.title}>
            {recentError ? <NoFigures /> : <FirstProjects projects={recent.data} onDeleted={setDeleted} />}
          </Panel>
        )}
      </div>
    </>
  )
}
