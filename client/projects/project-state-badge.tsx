import { formatComingDate } from "#client/copy/admin-dates.ts"
import { projectTable } from "#client/copy/admin-projects.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import { type ProjectState, STATE_LABELS } from "#server/contract/project-states.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { erasedAt } from "#server/contract/trash.ts"

const dated: Partial<Record<ProjectState, (day: string) => string>> = projectTable.states

/** States have an outline, which distinguishes them from statuses. */
const tones: Record<ProjectState, string> = {
  draft: "border-dashed border-base-content/60",
  scheduled: "border-info text-info",
  published: "border-success/60 text-success",
  trashed: "border-error/60 text-error",
}

type ProjectStateBadgeProps = Pick<ManagedProject, "state"> & Partial<Pick<ManagedProject, "publishAt" | "deletedAt">>

/** Shows a project's state, and, if its dates are given, when the state will change by itself. */
export function ProjectStateBadge({ state, publishAt = null, deletedAt }: ProjectStateBadgeProps) {
  const at = state === "scheduled" ? publishAt : state === "trashed" && deletedAt ? erasedAt(deletedAt) : null
  return (
    <span
      title={at ? formatDateTime(at) : undefined}
      className={`badge h-auto min-h-6 rounded-xl bg-base-100 px-2 py-0.5 text-xs leading-4.5 font-medium ${tones[state]}`}
    >
      {textOf(state, at)}
    </span>
  )
}

function textOf(state: ProjectState, at: string | null): string {
  const text = dated[state]
  return text && at ? text(formatComingDate(at).replaceAll(" ", "\u00a0")) : STATE_LABELS[state]
}
