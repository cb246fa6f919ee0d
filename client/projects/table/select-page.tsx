import { bulk as copy } from "#client/copy/admin-project-table.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import type { Selection } from "./use-selection.ts"

interface SelectPageProps {
  /** The rows of the page. */
  projects: readonly ManagedProject[]
  selection: Selection
}

export function SelectPage({ projects, selection }: SelectPageProps) {
  const ids = projects.map(({ id }) => id)
  const isAll = ids.every((id) => selection.ids.has(id))
  const isSome = ids.some((id) => selection.ids.has(id))
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2 pr-1 font-semibold">
      <input
        type="checkbox"
        className="size-5 accent-primary"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = isSome && !isAll
        }}
        onChange={() => selection.set(ids, !isAll)}
      />
      {copy.selectPage}
    </label>
  )
}
