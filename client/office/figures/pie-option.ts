import { formatNumber } from "#client/office/french/pluralize.ts"
import {
  ANIMATION_MS,
  type ChartDatum,
  type ChartOption,
  itemStyle,
  narrow,
  textStyle,
  tooltip,
} from "./chart-option.ts"
import { readTheme } from "./colours.ts"

const THINNEST_LABELLED_DEGREES = 16

export function pieOption(figures: readonly ChartDatum[]): ChartOption {
  const slices = figures.filter(({ count }) => count > 0)
  return {
    tooltip: tooltip(slices),
    series: [
      {
        type: "pie",
        // By default it is longer for a pie than for all other charts.
        animationDuration: ANIMATION_MS,
        data: slices.map((figure) => ({ name: figure.label, value: figure.count, itemStyle: itemStyle(figure) })),
        emphasis: { scaleSize: 4 },
      },
    ],
    media: [{ query: narrow, option: { series: [onSlices()] } }, { option: { series: [beside(slices)] } }],
  }
}

function beside(slices: readonly ChartDatum[]) {
  return {
    radius: "57%",
    minShowLabelAngle: 0,
    labelLine: { show: true, length: 16, length2: 6, lineStyle: { color: readTheme().ink } },
    label: {
      ...textStyle(),
      fontSize: 12,
      position: "outside" as const,
      // By default a long name is cut ten pixels before the edge.
      bleedMargin: 0,
      lineHeight: 16,
      padding: 0,
      backgroundColor: "transparent",
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const slice = slices[dataIndex]
        return slice ? `${slice.label}\n${formatNumber(slice.count)}` : ""
      },
    },
  }
}

/** Shows counts on the slices of narrow charts; the table below names the colours. */
function onSlices() {
  return {
    radius: "94%",
    minShowLabelAngle: THINNEST_LABELLED_DEGREES,
    labelLine: { show: false },
    label: {
      ...textStyle(),
      position: "inside" as const,
      lineHeight: 15,
      padding: [2, 6],
      borderRadius: 8,
      backgroundColor: readTheme().paper,
      formatter: ({ value }: { value: unknown }) => formatNumber(Number(value)),
    },
  }
}
