import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useApi } from "#client/app/api.ts"
import { Icon, type IconName } from "#client/icons/icon.tsx"
import { useLoadError } from "#client/office/frame/loaded.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import { formatNumber } from "#client/office/french/pluralize.ts"
import { Panel } from "#client/office/ui/panel.tsx"
import type { Right } from "#server/contract/domains/domains.ts"
import {
  draftProjects,
  listOfficeTasks,
  OFFICE_TASK_LABELS,
  type OfficeTask,
  scheduledProjects,
} from "#server/contract/office/tasks.ts"
import { dashboard } from "./texts.ts"

const { today: texts } = dashboard

const icons: Record<OfficeTask["name"], IconName> = {
  toAnswer: "mail",
  mine: "account",
  unassigned: "users",
  followUps: "clock",
  undelivered: "alert",
  drafts: "building",
  projects: "clock",
  changed: "edit",
  contents: "clock",
}

/** Reads what the user could do today, of what the role may see. */
export function useTasks() {
  const { queries } = useApi()
  const can = useCan()
  const { data: account } = useQuery(queries.accounts.me.queryOptions())
  const now = new Date()
  const reading = (right: Right) => ({ enabled: can(right), staleTime: 0 })
  const inbox = useQuery(queries.messages.inbox.queryOptions(undefined, reading("messages.read")))
  const projects = useQuery(queries.projects.search.queryOptions(scheduledProjects(now), reading("projects.read")))
  const contents = useQuery(queries.content.pages.queryOptions(undefined, reading("content.read")))
  const hasOneDraft = projects.data?.states.draft === 1 && can("projects.write")
  const drafts = useQuery(queries.projects.search.queryOptions(draftProjects, { enabled: hasOneDraft, staleTime: 0 }))
  const errors = [useLoadError(inbox), useLoadError(projects), useLoadError(contents)]
  const work = { inbox: inbox.data, projects: projects.data, contents: contents.data }
  return {
    tasks: account ? listOfficeTasks(work, account.id, now) : [],
    /** The only draft of a project, which is one tap away. */
    onlyDraft: hasOneDraft ? drafts.data?.projects[0] : undefined,
    isComplete: [inbox, projects, contents].every(({ data, isEnabled }) => data || !isEnabled),
    error: errors.find((one) => one !== null) ?? null,
    refetch: () =>
      Promise.all([inbox, projects, contents].filter(({ isEnabled }) => isEnabled).map(({ refetch }) => refetch())),
  }
}

/** Shows what is to do today in links to the lists of it. */
export function Today({ tasks, onlyDraft, isComplete, error }: ReturnType<typeof useTasks>) {
  if (tasks.length === 0 && error) return null
  return (
    <div className="mb-6">
      <Panel title={texts.title}>
        {tasks.length > 0 ? (
          <TaskList tasks={tasks} onlyDraft={onlyDraft} />
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

function TaskList({ tasks, onlyDraft }: Pick<ReturnType<typeof useTasks>, "tasks" | "onlyDraft">) {
  return (
    <ul className="max-md:-my-2 max-md:divide-y max-md:divide-base-300 md:grid md:grid-cols-2 md:items-start md:gap-2 xl:grid-cols-3">
      {tasks.map(({ name, count, late = 0, list }) => (
        <li key={name} className="grid">
          <Link
            {...list}
            className="flex min-h-12 flex-wrap items-center gap-x-3 py-1.5 hover:bg-base-200 md:min-h-14 md:rounded-field md:border md:border-base-300 md:px-3 md:hover:border-primary"
          >
            <Icon name={icons[name]} className="size-5 shrink-0 text-primary" />
            <span className="min-w-min grow basis-0 leading-tight wrap-break-word">
              {OFFICE_TASK_LABELS[name]}{" "}
              {late > 0 && <span className="block text-sm font-semibold text-error">{texts.late(late)}</span>}
            </span>{" "}
            <span className="font-display text-2xl font-bold tabular-nums">{formatNumber(count)}</span>
          </Link>
          {name === "drafts" && onlyDraft && (
            <Link
              to="/admin/project-edit/{-$id}"
              params={{ id: String(onlyDraft.id) }}
              className="link-inline inline-flex min-h-11 items-center justify-self-start pl-8 text-sm leading-tight wrap-anywhere md:pl-3"
            >
              <span className="line-clamp-2">{texts.resume(onlyDraft.name)}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
