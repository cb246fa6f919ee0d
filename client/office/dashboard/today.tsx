import { useQuery } from "@tanstack/react-query"
import { Link, type LinkProps } from "@tanstack/react-router"
import { useApi } from "#client/app/api.ts"
import { Icon, type IconName } from "#client/icons/icon.tsx"
import { useLoadError } from "#client/office/frame/loaded.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import { formatNumber } from "#client/office/french/pluralize.ts"
import { Panel } from "#client/office/ui/panel.tsx"
import type { PageState } from "#server/contract/content/edit.ts"
import { contentAddress, filterContents } from "#server/contract/content/search-params.ts"
import type { Right } from "#server/contract/domains/domains.ts"
import { inboxAddress } from "#server/contract/inbox-search-params.ts"
import { kinshasaDay } from "#server/contract/kinshasa-time.ts"
import { sumWaiting } from "#server/contract/message-states.ts"
import type { InboxState } from "#server/contract/messages.ts"
import { projectAddress } from "#server/contract/project-search-params.ts"
import type { ProjectSearchResult } from "#server/contract/projects.ts"
import { dashboard } from "./texts.ts"

const { today: texts } = dashboard

interface Task {
  label: string
  icon: IconName
  count: number
  /** How many of them have waited for longer than a day. */
  late?: number
  /** The list of what is counted. */
  link: Pick<LinkProps, "to" | "search">
}

/** Reads what the user could do today, of what the role may see. */
export function useTasks() {
  const { queries } = useApi()
  const can = useCan()
  const { data: account } = useQuery(queries.accounts.me.queryOptions())
  const day = kinshasaDay(new Date())
  const scheduled = { state: "scheduled", scheduledOn: day } as const
  const reading = (right: Right) => ({ enabled: can(right), staleTime: 0 })
  const inbox = useQuery(queries.messages.inbox.queryOptions(undefined, reading("messages.read")))
  const projects = useQuery(
    queries.projects.search.queryOptions({ ...projectAddress.toSearch({}), ...scheduled }, reading("projects.read")),
  )
  const contents = useQuery(queries.content.pages.queryOptions(undefined, reading("content.read")))
  const errors = [useLoadError(inbox), useLoadError(projects), useLoadError(contents)]
  const tasks = [
    ...(inbox.data && account ? listAnswers(inbox.data, account.id) : []),
    ...(projects.data ? listProjectTasks(projects.data, scheduled) : []),
    ...(contents.data ? listContentTasks(contents.data, day) : []),
  ]
  return {
    tasks: tasks.filter(({ count }) => count > 0),
    isComplete: [inbox, projects, contents].every(({ data, isEnabled }) => data || !isEnabled),
    error: errors.find((one) => one !== null) ?? null,
    refetch: () =>
      Promise.all([inbox, projects, contents].filter(({ isEnabled }) => isEnabled).map(({ refetch }) => refetch())),
  }
}

/** Shows what is to do today in links to the lists of it. */
export function Today({ tasks, isComplete, error }: ReturnType<typeof useTasks>) {
  if (tasks.length === 0 && error) return null
  return (
    <div className="mb-6">
      <Panel title={texts.title}>
        {tasks.length > 0 ? (
          <TaskList tasks={tasks} />
        ) : isComplete ? (
          <p className="flex items-center gap-2">
            <Icon name="done" className="size-6 shrink-0 text-success" />
            {texts.nothing}
          </p>
        ) : (
          <div className="skeleton h-14" />
        )}
      </Panel>
    </div>
  )
}

function listAnswers(inbox: InboxState, accountId: number): Task[] {
  const link = (search: Parameters<typeof inboxAddress.fromSearch>[0]) =>
    ({ to: "/admin/messages", search: inboxAddress.fromSearch(search) }) as const
  return [
    { label: texts.toAnswer, icon: "mail", ...sumWaiting(inbox), link: link({ sort: "waiting" }) },
    {
      label: texts.mine,
      icon: "account",
      ...sumWaiting(inbox, [accountId]),
      link: link({ sort: "waiting", assignee: "me" }),
    },
    {
      label: texts.unassigned,
      icon: "users",
      ...sumWaiting(inbox, [null]),
      link: link({ sort: "waiting", assignee: "none" }),
    },
    { label: texts.undelivered, icon: "alert", count: inbox.undelivered, link: link({ undelivered: true }) },
  ]
}

function listProjectTasks(
  { states, found }: ProjectSearchResult,
  scheduled: Parameters<typeof projectAddress.fromSearch>[0],
): Task[] {
  const link = (search: typeof scheduled) =>
    ({ to: "/admin/projects", search: projectAddress.fromSearch(search) }) as const
  return [
    { label: texts.drafts, icon: "building", count: states.draft, link: link({ state: "draft" }) },
    { label: texts.projects, icon: "clock", count: found, link: link(scheduled) },
  ]
}

function listContentTasks(contents: readonly PageState[], day: string): Task[] {
  const task = (params: ReturnType<typeof contentAddress.parse>) => ({
    count: filterContents(contents, contentAddress.toSearch(params)).length,
    link: { to: "/admin/site-management", search: params } as const,
  })
  return [
    { label: texts.changed, icon: "edit", ...task(contentAddress.fromSearch({ state: "changed" })) },
    { label: texts.contents, icon: "clock", ...task(contentAddress.fromSearch({ scheduledOn: day })) },
  ]
}

function TaskList({ tasks }: { tasks: readonly Task[] }) {
  return (
    <ul className="max-md:-my-2 max-md:divide-y max-md:divide-base-300 md:grid md:grid-cols-2 md:gap-2 xl:grid-cols-3">
      {tasks.map(({ label, icon, count, late = 0, link }) => (
        <li key={label} className="grid">
          <Link
            {...link}
            className="flex min-h-12 items-center gap-3 py-1.5 hover:bg-base-200 md:min-h-14 md:rounded-field md:border md:border-base-300 md:px-3 md:hover:border-primary"
          >
            <Icon name={icon} className="size-5 shrink-0 text-primary" />
            <span className="min-w-0 grow leading-tight">
              {label} {late > 0 && <span className="block text-sm font-semibold text-error">{texts.late(late)}</span>}
            </span>{" "}
            <span className="font-display text-2xl font-bold tabular-nums">{formatNumber(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
