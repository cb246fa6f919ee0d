import { selection as copy } from "#client/copy/admin-lists.ts"
import type { Selection } from "./use-selection.ts"

interface SelectPageProps {
  /** Of the rows of the page. */
  ids: readonly number[]
  selection: Selection
}

export function SelectPage({ ids, selection }: SelectPageProps) {
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
