import { PanelSkeleton } from "#client/office/ui/panel.tsx"
import { editing } from "./texts.ts"

export function HistorySkeleton() {
  return (
    <div aria-busy="true" className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[22rem_1fr]">
      <p className="sr-only">{editing.historyLoading}</p>
      <PanelSkeleton />
      <PanelSkeleton />
    </div>
  )
}
