import { formatNumber } from "#client/copy/pluralize.ts"
import { type ChartDatum, type ChartOption, itemStyle, narrow, textStyle, tooltip } from "./chart-option.ts"
import { readTheme } from "./palette.ts"

/** Many narrow bars, whose labels are left out where they would overlap. */
export function weekOption(figures: readonly ChartDatum[]): ChartOption {
  const { ink, rule } = readTheme()
  const text = textStyle()
  return {
    grid: { left: 8, right: 8, top: 12, bottom: 4, containLabel: true },
    tooltip: tooltip(figures, "demande"),
    xAxis: {
      type: "category",
      data: figures.map(({ label }) => label),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: ink } },
      axisLabel: { ...text, hideOverlap: true, lineHeight: 15 },
    },
    yAxis: {
      type: "value",
      min: 0,
      minInterval: 1,
      splitLine: { lineStyle: { color: rule } },
      axisLabel: { ...text, formatter: formatNumber },
    },
    series: [
      {
        type: "bar",
        barMaxWidth: 28,
        data: figures.map((figure) => ({ value: figure.count, itemStyle: itemStyle(figure) })),
      },
    ],
    media: [
      { query: narrow, option: { xAxis: { axisLabel: { fontSize: 12 } } } },
      { option: { xAxis: { axisLabel: { fontSize: 13 } } } },
    ],
  }
}
