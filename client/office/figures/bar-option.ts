import { formatNumber } from "#client/office/french/pluralize.ts"
import { type ChartDatum, type ChartOption, itemStyle, narrow, textStyle, tooltip } from "./chart-option.ts"
import { readTheme } from "./colours.ts"

export function barOption(figures: readonly ChartDatum[]): ChartOption {
  return {
    ...axes(figures, { top: 28, label: { interval: 0 } }),
    tooltip: tooltip(figures),
    series: [
      {
        type: "bar",
        barMaxWidth: 72,
        data: figures.map((figure) => ({
          value: figure.count,
          itemStyle: { ...itemStyle(figure), borderRadius: [4, 4, 0, 0] },
        })),
        label: {
          ...textStyle(),
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

/** Draws many narrow bars, and leaves out labels that would overlap. */
export function weekOption(figures: readonly ChartDatum[]): ChartOption {
  return {
    ...axes(figures, { top: 12, label: { hideOverlap: true } }),
    tooltip: tooltip(figures, "demande"),
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

interface Axes {
  top: number
  label: { interval: number } | { hideOverlap: boolean }
}

function axes(figures: readonly ChartDatum[], { top, label }: Axes) {
  const { ink, rule } = readTheme()
  const text = textStyle()
  return {
    grid: { left: 8, right: 8, top, bottom: 4, containLabel: true },
    xAxis: {
      type: "category",
      data: figures.map(({ label }) => label),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: ink } },
      // By default ECharts measures the height of a line by a Chinese character, whose font many devices lack.
      axisLabel: { ...text, ...label, lineHeight: 15 },
    },
    yAxis: {
      type: "value",
      min: 0,
      minInterval: 1,
      splitLine: { lineStyle: { color: rule } },
      axisLabel: { ...text, formatter: formatNumber },
    },
  } satisfies Partial<ChartOption>
}

function oneWordALine(label: string): string {
  return label.replaceAll(" ", "\n")
}
