import { BarChart, PieChart } from "echarts/charts"
import { GridComponent, TooltipComponent } from "echarts/components"
import { dispose, type ECharts, getInstanceByDom, init, use } from "echarts/core"
import { SVGRenderer } from "echarts/renderers"
import ReactECharts from "echarts-for-react/esm/core"
import { useMemo } from "react"
import { ANIMATION_MS, type ChartOption } from "./chart-option.ts"

use([PieChart, BarChart, GridComponent, TooltipComponent, SVGRenderer])

/** The functions that the wrapper calls; the whole namespace would add 4 kB. */
const echarts = { init, getInstanceByDom, dispose }

/** Draws an SVG, which prints sharply and whose styles are set through the CSSOM, which the CSP allows. */
export function DrawnChart({ option }: { option: ChartOption }) {
  const drawn = useMemo(() => {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches
    return { ...option, animation: !calm, animationDuration: ANIMATION_MS }
  }, [option])
  return (
    <ReactECharts
      echarts={echarts}
      option={drawn}
      notMerge
      // The wrapper's own sensor ignores a change of size in the first moments.
      autoResize={false}
      onChartReady={fitItsPlace}
      opts={{ renderer: "svg" }}
      className="flex justify-center"
      style={{ height: "100%" }}
    />
  )
}

/** Keeps a chart as large as its place, until it is disposed of with its element. */
function fitItsPlace(chart: ECharts) {
  const place = chart.getDom()
  const observer = new ResizeObserver(() => {
    if (chart.isDisposed()) return observer.disconnect()
    const isFitting = chart.getWidth() === place.clientWidth && chart.getHeight() === place.clientHeight
    if (!isFitting) chart.resize({ width: "auto", height: "auto" })
    // Paper has another size, and no script runs before it is printed.
    place.querySelector("svg")?.setAttribute("viewBox", `0 0 ${chart.getWidth()} ${chart.getHeight()}`)
  })
  observer.observe(place)
}
