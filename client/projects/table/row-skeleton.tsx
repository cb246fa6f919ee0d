import { layout } from "./row-layout.ts"

export function RowSkeleton() {
  return (
    <tr className={layout.row}>
      <td className={layout.project}>
        <div className="flex items-center gap-4 md:max-xl:gap-3">
          <span className={`skeleton shrink-0 ${layout.thumbnail}`} />
          <span className="skeleton h-5 w-full max-w-56" />
        </div>
      </td>
      <td className={layout.sector}>
        <span className="skeleton block h-5 max-md:h-4 max-md:max-w-24" />
      </td>
      <td className={layout.status}>
        <span className="skeleton block h-8 rounded-full max-md:mt-1.5 max-md:w-34" />
      </td>
      <td className={layout.date}>
        <span className="skeleton block h-5 max-md:hidden" />
      </td>
      <td className={layout.actions}>
        <span className="skeleton ml-auto block h-11 w-24" />
      </td>
    </tr>
  )
}
