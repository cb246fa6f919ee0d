import { Component, lazy, type ReactNode, Suspense, useEffect } from "react"
import type { ChartOption } from "./chart-option.ts"
import { stats } from "./texts.ts"

const importChart = () => import("./drawn-chart.tsx")

const DrawnChart = lazy(() => importChart().then(({ DrawnChart }) => ({ default: DrawnChart })))

interface ChartProps {
  label: string
  /** The id of the table rows with the same figures. */
  figures: string
  option: ChartOption
  /** Whether it takes the whole width of its panel. */
  isWide?: boolean
}

export function Chart({ label, figures, option, isWide = false }: ChartProps) {
  return (
    <div
      role="img"
      aria-label={label}
      aria-describedby={figures}
      className={`mx-auto w-full overflow-clip ${isWide ? "" : "max-w-[34rem]"} ${CHART_HEIGHT}`}
    >
      <ChartBoundary>
        <Suspense fallback={<ChartSkeleton />}>
          <DrawnChart option={option} />
        </Suspense>
      </ChartBoundary>
    </div>
  )
}

const CHART_HEIGHT = "h-72 print:h-56"

/** Placeholder of a chart, which also starts to load the code of charts. */
export function ChartSkeleton() {
  // Rendering must not start a request. ChartBoundary shows a failure as soon as a chart is rendered.
  useEffect(() => void importChart().catch(() => {}), [])
  return <div className={`skeleton w-full ${CHART_HEIGHT}`} />
}

/** Shows a message in place of a chart that fails, since the table has the same figures. */
class ChartBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return <p className="grid h-full place-content-center text-base-content/75">{stats.chartUnavailable}</p>
  }
}
