import { formatNumber } from "#client/copy/pluralize.ts"
import { type ChartDatum, type ChartOption, itemStyle, narrow, textStyle, tooltip } from "./chart-option.ts"
import { readTheme } from "./palette.ts"

export function barOption(figures: readonly ChartDatum[]): ChartOption {
  const { ink, rule } = readTheme()
  const text = textStyle()
  return {
    grid: { left: 8, right: 8, top: 28, bottom: 4, containLabel: true },
    tooltip: tooltip(figures),
    xAxis: {
      type: "category",
      data: figures.map(({ label }) => label),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: ink } },
      // ECharts takes the height of a line from a Chinese character, whose font many devices lack.
      axisLabel: { ...text, interval: 0, lineHeight: 15 },
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
        barMaxWidth: 72,
        data: figures.map((figure) => ({
          value: figure.count,
          itemStyle: { ...itemStyle(figure), borderRadius: [4, 4, 0, 0] },
        })),
        label: {
          ...text,
          show: true,
          position: "top",
          fontWeight: 600,
          formatter: ({ value }) => formatNumber(Number(value)),
        },
      },
    ],
    media: [
      { query: narrow, option: { xAxis: { axisLabel: { fontSize: 12, formatter: oneWordALine } } } },
      { option: { xAxis: { axisLabel: { fontSize: 13, formatter: (label: string) => label } } } },
    ],
  }
}

function oneWordALine(label: string): string {
  return label.replaceAll(" ", "\n")
}
