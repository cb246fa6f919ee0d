import { useId, useMemo } from "react"
import { stats } from "#client/copy/admin-stats.ts"
import { barOption } from "./bar-option.ts"
import { Breakdown } from "./breakdown.tsx"
import { Chart, ChartSkeleton } from "./chart.tsx"
import { type Figure, sum } from "./chart-option.ts"
import { pieOption } from "./pie-option.ts"

const kinds = {
  sector: { option: pieOption, words: stats.bySector },
  status: { option: barOption, words: stats.byStatus },
} as const

interface ChartedFiguresProps {
  by: keyof typeof kinds
  /** Undefined until they are known; none where they could not be read. */
  figures: readonly Figure[] | undefined
}

/** A chart and the table of its figures: the pie of sectors, the bars of statuses. */
export function ChartedFigures({ by, figures }: ChartedFiguresProps) {
  const id = useId()
  const { option, words } = kinds[by]
  const drawn = useMemo(() => figures && option(figures), [figures, option])
  if (!figures || !drawn) return <ChartSkeleton />
  if (sum(figures) === 0) return <NoFigures />
  return (
    <div className="@container">
      <div className="grid grid-cols-1 items-center gap-x-8 gap-y-4 not-print:@xl:grid-cols-2">
        <Chart label={words.chart} figures={id} option={drawn} />
        <Breakdown id={id} caption={words.caption} heads={words.heads} figures={figures} />
      </div>
    </div>
  )
}

export function NoFigures() {
  return <p className="grid min-h-40 place-content-center text-base-content/75">{stats.empty}</p>
}
