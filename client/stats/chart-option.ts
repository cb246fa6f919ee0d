import type { BarSeriesOption, PieSeriesOption } from "echarts/charts"
import type { GridComponentOption, TooltipComponentOption } from "echarts/components"
import type { ComposeOption } from "echarts/core"
import { formatPercent, pluralize } from "#client/copy/pluralize.ts"
import { percent } from "#server/contract/stats.ts"
import { ink, paper } from "./palette.ts"

type Drawing = ComposeOption<BarSeriesOption | PieSeriesOption | GridComponentOption | TooltipComponentOption>

/** An option of ECharts with its variants by width; the last one, without a query, is for wide charts. */
export type ChartOption = Drawing & { media: { query?: { maxWidth: number }; option: Drawing }[] }

/** One slice, bar or row. */
export interface Figure {
  label: string
  count: number
  colour: string
}

export function sum(figures: readonly Figure[]): number {
  return figures.reduce((total, { count }) => total + count, 0)
}

export const narrow = { maxWidth: 440 }

export const text = { fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif", fontSize: 13, color: ink }

export function shape({ colour }: Figure) {
  return { color: colour, borderColor: ink, borderWidth: 1.5 }
}

/** Rich text, because the CSP forbids inline styles in HTML. */
export function tooltip(figures: readonly Figure[]): TooltipComponentOption {
  const total = sum(figures)
  return {
    renderMode: "richText",
    confine: true,
    backgroundColor: ink,
    borderWidth: 0,
    textStyle: { ...text, color: paper },
    trigger: "item",
    formatter: (drawn) => {
      const figure = Array.isArray(drawn) ? undefined : figures[drawn.dataIndex]
      if (!figure) return ""
      const { label, count } = figure
      return `${label}\u00a0: ${pluralize(count, "projet")} (${formatPercent(percent(count, total))})`
    },
  }
}
