import type { BarSeriesOption, PieSeriesOption } from "echarts/charts"
import type { GridComponentOption, TooltipComponentOption } from "echarts/components"
import type { ComposeOption } from "echarts/core"
import { formatPercent, pluralize } from "#client/office/french/pluralize.ts"
import { percent } from "#server/contract/stats.ts"
import { type ColourProperty, readColour, readTheme } from "./colours.ts"

type Drawing = ComposeOption<BarSeriesOption | PieSeriesOption | GridComponentOption | TooltipComponentOption>

/** An ECharts option with variants by width, of which the last one, without a query, is for wide charts. */
export type ChartOption = Drawing & { media: { query?: { maxWidth: number }; option: Drawing }[] }

/** The figure of one slice, bar or row. */
export interface ChartDatum {
  label: string
  count: number
  colour: ColourProperty
}

export function sum(figures: readonly ChartDatum[]): number {
  return figures.reduce((total, { count }) => total + count, 0)
}

export const narrow = { maxWidth: 440 }

export const ANIMATION_MS = 250

export function textStyle() {
  return {
    fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
    fontSize: 13,
    color: readTheme().ink,
  }
}

export function itemStyle({ colour }: ChartDatum) {
  return { color: readColour(colour), borderColor: readTheme().ink, borderWidth: 1.5 }
}

/** The tooltip is rich text, since the CSP forbids inline styles in HTML. */
export function tooltip(figures: readonly ChartDatum[], noun = "projet"): TooltipComponentOption {
  const total = sum(figures)
  const { ink, paper } = readTheme()
  return {
    renderMode: "richText",
    confine: true,
    backgroundColor: ink,
    borderWidth: 0,
    textStyle: { ...textStyle(), color: paper },
    trigger: "item",
    formatter: (drawn) => {
      const figure = Array.isArray(drawn) ? undefined : figures[drawn.dataIndex]
      if (!figure) return ""
      const { label, count } = figure
      return `${label}\u00a0: ${pluralize(count, noun)} (${formatPercent(percent(count, total))})`
    },
  }
}
