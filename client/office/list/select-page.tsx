import { selection as texts } from "./texts.ts"
import type { Selection } from "./use-selection.ts"

interface SelectPageProps {
  /** The ids of the page's rows; undefined while the page loads. */
  ids: readonly number[] | undefined
  selection: Selection
}

export function SelectPage({ ids, selection }: SelectPageProps) {
  const isAll = ids?.every((id) => selection.ids.has(id)) ?? false
  const isSome = ids?.some((id) => selection.ids.has(id)) ?? false
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2 pr-1 font-semibold max-sm:text-sm">
      <input
        type="checkbox"
        className="size-5 accent-primary"
        aria-label={texts.selectPage}
        aria-disabled={!ids}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = isSome && !isAll
        }}
        onChange={() => ids && selection.set(ids, !isAll)}
      />
      <span>
        {texts.selectAll}
        <span className="max-sm:hidden">{texts.ofPage}</span>
      </span>
    </label>
  )
}
