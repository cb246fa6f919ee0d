import { editing } from "./texts.ts"

export function HistorySkeleton() {
  return (
    <div aria-busy="true" className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[22rem_1fr]">
      <p className="sr-only">{editing.historyLoading}</p>
      {[1, 2].map((panel) => (
        <div key={panel} className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-4 md:p-6">
          <span className="skeleton h-7 max-w-40" />
          <span className="skeleton h-20" />
          <span className="skeleton h-20" />
        </div>
      ))}
    </div>
  )
}
