import { projectTable } from "#client/copy/admin-projects.ts"
import { statusTone } from "#client/projects/status-badge.tsx"
import type { ManagedProject } from "#server/contract/projects.ts"
import { NO_STATUS, STATUSES } from "#server/contract/statuses.ts"
import { type StatusChangeProps, useStatusChange } from "./use-status-change.ts"

export function StatusSelect({ project, ...props }: StatusChangeProps & { project: ManagedProject }) {
  const { status, saving, change } = useStatusChange(project, props)
  const known = STATUSES.find((one) => one === status)
  return (
    <select
      aria-label={projectTable.statusOf(project.name)}
      aria-busy={saving}
      value={known ?? ""}
      onChange={({ target }) => change(STATUSES.find((one) => one === target.value))}
      // The transparent border makes the touch target higher than the badge.
      className={`select w-34 max-w-full cursor-pointer rounded-full border-x-0 border-y-6 border-transparent bg-clip-padding text-sm font-medium [&::picker(select)]:bg-base-100 [&::picker(select)]:text-base-content [&>option]:bg-base-100 [&>option]:text-base-content ${statusTone(known)} ${saving ? "opacity-75" : ""}`}
    >
      {!known && <option value="">{NO_STATUS}</option>}
      {STATUSES.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  )
}
