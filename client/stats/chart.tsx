import { Component, lazy, type ReactNode, Suspense, useEffect } from "react"
import { stats } from "#client/copy/admin-stats.ts"
import type { ChartOption } from "./chart-option.ts"

const importChart = () => import("./drawn-chart.tsx")

const DrawnChart = lazy(() => importChart().then(({ DrawnChart }) => ({ default: DrawnChart })))

interface ChartProps {
  label: string
  /** Id of the rows that tell the same figures. */
  figures: string
  option: ChartOption
}

/** A drawing of figures that stand in a table beside it. */
export function Chart({ label, figures, option }: ChartProps) {
  return (
    <div
      role="img"
      aria-label={label}
      aria-describedby={figures}
      className={`mx-auto w-full max-w-[34rem] overflow-clip ${CHART_HEIGHT}`}
    >
      <ChartBoundary>
        <Suspense fallback={<ChartSkeleton />}>
          <DrawnChart option={option} />
        </Suspense>
      </ChartBoundary>
    </div>
  )
}

const CHART_HEIGHT = "h-72"

/** Stands where a chart will, and has its code sent for already. */
export function ChartSkeleton() {
  // A failure is told by the boundary, once there is something to draw.
  useEffect(() => void importChart().catch(() => {}), [])
  return <div className={`skeleton w-full ${CHART_HEIGHT}`} />
}

/** Where the drawing's code does not arrive the table still tells everything: the screen stays. */
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
