import { useId, useMemo } from "react"
import type { Stats } from "#server/contract/stats.ts"
import { barOption } from "./bar-option.ts"
import { Breakdown } from "./breakdown.tsx"
import { Chart, ChartSkeleton } from "./chart.tsx"
import { sum } from "./chart-option.ts"
import { sectorFigures, statusFigures } from "./figures.ts"
import { pieOption } from "./pie-option.ts"
import { stats as texts } from "./texts.ts"

const kinds = {
  sector: { read: sectorFigures, draw: pieOption, texts: texts.bySector },
  status: { read: statusFigures, draw: barOption, texts: texts.byStatus },
} as const

interface ChartedFiguresProps {
  by: keyof typeof kinds
  stats: Stats | undefined
}

export function ChartedFigures({ by, stats }: ChartedFiguresProps) {
  const id = useId()
  const { read, draw, texts } = kinds[by]
  // A new option object would make ECharts draw the chart again.
  const charted = useMemo(() => {
    const figures = stats && read(stats)
    return figures && { figures, option: draw(figures) }
  }, [stats, read, draw])
  if (!charted) return <ChartSkeleton />
  if (sum(charted.figures) === 0) return <NoFigures />
  return (
    <div className="@container">
      <div className="grid grid-cols-1 items-center gap-x-8 gap-y-4 @xl:grid-cols-2 print:grid-cols-2">
        <Chart label={texts.chart} figures={id} option={charted.option} />
        <Breakdown id={id} caption={texts.caption} heads={texts.heads} figures={charted.figures} />
      </div>
    </div>
  )
}

export function NoFigures() {
  return <p className="grid min-h-40 place-content-center text-base-content/75">{texts.empty}</p>
}
