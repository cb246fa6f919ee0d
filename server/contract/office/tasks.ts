import type { PageState } from "#server/contract/content/edit.ts"
import { type ContentSearchParams, contentAddress, filterContents } from "#server/contract/content/search-params.ts"
import { type InboxSearchParams, inboxAddress } from "#server/contract/inbox-search-params.ts"
import { kinshasaDay } from "#server/contract/kinshasa-time.ts"
import { sumWaiting } from "#server/contract/message-states.ts"
import type { InboxState } from "#server/contract/messages.ts"
import { type ProjectSearchParams, projectAddress } from "#server/contract/project-search-params.ts"
import type { ProjectSearch, ProjectSearchResult } from "#server/contract/projects.ts"

/** What colleagues may have to do, in the order in which they are told it. */
export const OFFICE_TASK_LABELS = {
  toAnswer: "À répondre",
  mine: "dont confiées à moi",
  unassigned: "dont non attribuées",
  followUps: "À relancer aujourd’hui",
  undelivered: "Réponses non parties",
  drafts: "Brouillons de projets",
  projects: "Projets à paraître",
  changed: "Contenus à publier",
  contents: "Contenus à paraître",
} as const

type TaskName = keyof typeof OFFICE_TASK_LABELS

/** The list of what a task counts. */
type TaskList =
  | { to: "/admin/messages"; search: InboxSearchParams }
  | { to: "/admin/projects"; search: ProjectSearchParams }
  | { to: "/admin/site-management"; search: ContentSearchParams }

export interface OfficeTask {
  name: TaskName
  count: number
  /** How many of them have waited for longer than a day. */
  late?: number
  list: TaskList
}

/** What the signed-in person may read of what tasks are derived from. */
interface OfficeWork {
  inbox?: InboxState | undefined
  /** What scheduledProjects() finds. */
  projects?: Pick<ProjectSearchResult, "states" | "found"> | undefined
  contents?: readonly PageState[] | undefined
}

/** Lists what is to do, without what there is none of. */
export function listOfficeTasks({ inbox, projects, contents }: OfficeWork, accountId: number, now: Date): OfficeTask[] {
  const tasks = [
    ...(inbox ? listAnswers(inbox, accountId) : []),
    ...(projects ? listProjectTasks(projects, now) : []),
    ...(contents ? listContentTasks(contents, now) : []),
  ]
  return tasks.filter(({ count }) => count > 0)
}

export function addressOfTask({ list }: OfficeTask): string {
  if (list.to === "/admin/messages") return list.to + inboxAddress.format(list.search)
  if (list.to === "/admin/projects") return list.to + projectAddress.format(list.search)
  return list.to + contentAddress.format(list.search)
}

/** Finds the projects that appear today. */
export function scheduledProjects(now: Date): ProjectSearch {
  return { ...projectAddress.toSearch({}), ...scheduledOn(now) }
}

export const draftProjects: ProjectSearch = { ...projectAddress.toSearch({}), state: "draft" }

function scheduledOn(now: Date) {
  return { state: "scheduled", scheduledOn: kinshasaDay(now) } as const
}

function listAnswers(inbox: InboxState, accountId: number): OfficeTask[] {
  const list = (search: Parameters<typeof inboxAddress.fromSearch>[0]) =>
    ({ to: "/admin/messages", search: inboxAddress.fromSearch(search) }) as const
  return [
    { name: "toAnswer", ...sumWaiting(inbox), list: list({ sort: "waiting" }) },
    { name: "mine", ...sumWaiting(inbox, [accountId]), list: list({ sort: "waiting", assignee: "me" }) },
    { name: "unassigned", ...sumWaiting(inbox, [null]), list: list({ sort: "waiting", assignee: "none" }) },
    {
      name: "followUps",
      count: sumWaiting({ waiting: inbox.followUps }).count,
      list: list({ followUp: "due" }),
    },
    { name: "undelivered", count: inbox.undelivered, list: list({ undelivered: true }) },
  ]
}

function listProjectTasks({ states, found }: NonNullable<OfficeWork["projects"]>, now: Date): OfficeTask[] {
  const list = (search: Parameters<typeof projectAddress.fromSearch>[0]) =>
    ({ to: "/admin/projects", search: projectAddress.fromSearch(search) }) as const
  return [
    { name: "drafts", count: states.draft, list: list({ state: "draft" }) },
    { name: "projects", count: found, list: list(scheduledOn(now)) },
  ]
}

function listContentTasks(contents: readonly PageState[], now: Date): OfficeTask[] {
  const task = (search: ContentSearchParams) => ({
    count: filterContents(contents, contentAddress.toSearch(search)).length,
    list: { to: "/admin/site-management", search } as const,
  })
  return [
    { name: "changed", ...task(contentAddress.fromSearch({ state: "changed" })) },
    { name: "contents", ...task(contentAddress.fromSearch({ scheduledOn: kinshasaDay(now) })) },
  ]
}
