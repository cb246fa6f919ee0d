import { type ProjectState, STATE_LABELS } from "#server/contract/project-states.ts"

const tones: Record<ProjectState, string> = {
  draft: "bg-secondary text-secondary-content",
  scheduled: "bg-info text-info-content",
  published: "bg-success text-success-content",
  trashed: "bg-neutral text-neutral-content",
}

export function StateBadge({ state }: { state: ProjectState }) {
  return <span className={`badge border-transparent font-medium ${tones[state]}`}>{STATE_LABELS[state]}</span>
}
