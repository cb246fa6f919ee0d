import { layout } from "./row-layout.ts"

/** The shape of a row to come. */
export function RowSkeleton() {
  return (
    <tr className={layout.row}>
      <td className={layout.project}>
        <div className="flex items-center gap-4 md:max-xl:gap-3">
          <span className="skeleton h-16 w-24 md:max-xl:h-12 md:max-xl:w-18 shrink-0" />
          <span className="skeleton h-5 w-full max-w-56" />
        </div>
      </td>
      <td className={layout.sector}>
        <span className="skeleton block h-5" />
      </td>
      <td className={layout.status}>
        <span className="skeleton block h-8 rounded-full" />
      </td>
      <td className={layout.date}>
        <span className="skeleton block h-5" />
      </td>
      <td className={layout.actions}>
        <span className="skeleton ml-auto block h-11 w-24 max-md:w-full" />
      </td>
    </tr>
  )
}
