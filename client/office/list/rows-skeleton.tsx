interface RowsSkeletonProps {
  label: string
  rows?: number
  /** The padding classes of a row, and the width classes of its two lines. */
  row: string
  widths: readonly [string, string]
}

/** Placeholder for a list that is loading for the first time. */
export function RowsSkeleton({ label, rows = 6, row, widths }: RowsSkeletonProps) {
  return (
    <div aria-busy="true" className="divide-y divide-base-300 rounded-box border border-base-300 bg-base-100">
      <p className="sr-only">{label}</p>
      {Array.from({ length: rows }, (_, index) => index).map((index) => (
        <div key={index} className={`grid gap-2 ${row}`}>
          <span className={`skeleton h-5 ${widths[0]}`} />
          <span className={`skeleton h-4 ${widths[1]}`} />
        </div>
      ))}
    </div>
  )
}
