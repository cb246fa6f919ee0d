import { formatComingDate, formatDayTime } from "#client/office/french/dates.ts"
import { OutlineBadge } from "#client/office/ui/outline-badge.tsx"
import { type ProjectState, STATE_LABELS } from "#server/contract/project-states.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { erasedAt } from "#server/contract/trash.ts"
import { projectTable } from "./texts.ts"

const dated: Partial<Record<ProjectState, (day: string) => string>> = projectTable.states

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
    <OutlineBadge tone={tones[state]} title={at ? formatDayTime(at) : undefined}>
      {textOf(state, at)}
    </OutlineBadge>
  )
}

function textOf(state: ProjectState, at: string | null): string {
  const text = dated[state]
  return text && at ? text(formatComingDate(at).replaceAll(" ", "\u00a0")) : STATE_LABELS[state]
}
