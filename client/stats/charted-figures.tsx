import { useId, useMemo } from "react"
import { stats as copy } from "#client/copy/admin-stats.ts"
import type { Stats } from "#server/contract/stats.ts"
import { barOption } from "./bar-option.ts"
import { Breakdown } from "./breakdown.tsx"
import { Chart, ChartSkeleton } from "./chart.tsx"
import { sum } from "./chart-option.ts"
import { sectorFigures, statusFigures } from "./figures.ts"
import { pieOption } from "./pie-option.ts"

const kinds = {
  sector: { read: sectorFigures, draw: pieOption, words: copy.bySector },
  status: { read: statusFigures, draw: barOption, words: copy.byStatus },
} as const

interface ChartedFiguresProps {
  by: keyof typeof kinds
  /** Undefined until they are known. */
  stats: Stats | undefined
}

/** A chart and the table of its figures: the pie of sectors, the bars of statuses. */
export function ChartedFigures({ by, stats }: ChartedFiguresProps) {
  const id = useId()
  const { read, draw, words } = kinds[by]
  // The chart is drawn anew whenever its option is another one.
  const charted = useMemo(() => {
    const figures = stats && read(stats)
    return figures && { figures, option: draw(figures) }
  }, [stats, read, draw])
  if (!charted) return <ChartSkeleton />
  if (sum(charted.figures) === 0) return <NoFigures />
  return (
    <div className="@container">
      <div className="grid grid-cols-1 items-center gap-x-8 gap-y-4 not-print:@xl:grid-cols-2">
        <Chart label={words.chart} figures={id} option={charted.option} />
        <Breakdown id={id} caption={words.caption} heads={words.heads} figures={charted.figures} />
      </div>
    </div>
  )
}

export function NoFigures() {
  return <p className="grid min-h-40 place-content-center text-base-content/75">{copy.empty}</p>
}
