import { useQuery } from "@tanstack/react-query"
import { createFileRoute, Link } from "@tanstack/react-router"
import { useState } from "react"
import { useApi } from "#client/app/api.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { FirstProjects } from "#client/office/dashboard/first-projects.tsx"
import { FirstSteps } from "#client/office/dashboard/first-steps.tsx"
import { dashboard as texts } from "#client/office/dashboard/texts.ts"
import { Today, useTasks } from "#client/office/dashboard/today.tsx"
import { ChartedFigures, NoFigures } from "#client/office/figures/charted-figures.tsx"
import { noStats, usedSectors } from "#client/office/figures/figures.ts"
import { stats as statsTexts } from "#client/office/figures/texts.ts"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { LoadFailure, useLoadError } from "#client/office/frame/loaded.tsx"
import { mayPrefetch } from "#client/office/frame/may-prefetch.ts"
import { useCan } from "#client/office/frame/rights.tsx"
import { adminHead } from "#client/office/frame/screen.ts"
import { type DeletedProject, DeletedProjectNotice } from "#client/office/projects/table/deleted-project-notice.tsx"
import { Counters } from "#client/office/ui/counters.tsx"
import { adminErrors } from "#client/office/ui/failure-texts.ts"
import { Panel } from "#client/office/ui/panel.tsx"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"

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
  const today = useTasks()
  const failure = overviewError ?? recentError ?? today.error
  const stats = overview.data ?? (overviewError ? noStats : undefined)
  return (
    <>
      <ScreenHeading title={adminTitles.dashboard} lead={texts.lead} />
      {deleted && <DeletedProjectNotice key={deleted.id} project={deleted} onDismiss={() => setDeleted(undefined)} />}
      {failure && (
        <LoadFailure
          text={loadingFailure(adminErrors.loading.dashboard, failure)}
          error={failure}
          onRetry={() => Promise.all([overview.refetch(), recent.refetch(), today.refetch()])}
        />
      )}
      <Today {...today} />
      <Counters
        counters={[
          {
            label: statsTexts.counters.projects,
            value: stats?.totalProjects,
            to: can("projects.read") ? "/admin/projects" : undefined,
          },
          { label: statsTexts.counters.sectors, value: stats && usedSectors(stats), to: "/admin/stats" },
          {
            label: statsTexts.counters.users,
            value: stats?.totalUsers,
            to: can("users.manage") ? "/admin/users" : undefined,
          },
          {
            label: statsTexts.counters.messages,
            value: stats?.totalMessages,
            to: can("messages.read") ? "/admin/messages" : undefined,
          },
        ]}
      />
      <QuickActions />
      <FirstSteps />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        <Panel title={statsTexts.bySector.title}>
          <ChartedFigures by="sector" stats={stats} />
        </Panel>
        {can("projects.read") && (
          <Panel title={texts.projects.title}>
            {recentError ? <NoFigures /> : <FirstProjects projects={recent.data} onDeleted={setDeleted} />}
          </Panel>
        )}
      </div>
    </>
  )
}

const { title, links } = texts.actions

/** If the role lacks the right to one of the first actions, a later one takes its place. */
const ACTIONS_MAX = 4

function QuickActions() {
  const can = useCan()
  // Whoever writes no projects comes for the messages.
  const first = can("projects.write") ? [] : links.filter(({ to }) => to === "/admin/messages")
  const allowed = [...new Set([...first, ...links])].filter(({ right }) => can(right)).slice(0, ACTIONS_MAX)
  return (
    <nav aria-label={title} className="mb-6">
      <ul className="grid grid-cols-1 gap-3 min-[18rem]:grid-cols-2 md:gap-4 xl:grid-cols-4">
        {allowed.map(({ label, to, icon }, index) => (
          <li key={to} className="grid">
            <Link
              to={to}
              className={`btn min-h-14 w-full flex-col items-start justify-start gap-x-2 gap-y-1 px-4 py-3 text-left sm:flex-row sm:items-center ${index === 0 ? "btn-primary" : "btn-outline bg-base-100 hover:text-primary-content btn-primary"}`}
            >
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
