import { formatNumber } from "#client/copy/pluralize.ts"
import { type ChartOption, type Figure, narrow, shape, text, tooltip } from "./chart-option.ts"
import { ink, paper } from "./palette.ts"

const THINNEST_LABELLED_DEGREES = 16

export function pieOption(figures: readonly Figure[]): ChartOption {
  const slices = figures.filter(({ count }) => count > 0)
  return {
    tooltip: tooltip(slices),
    series: [
      {
        type: "pie",
        data: slices.map((figure) => ({ name: figure.label, value: figure.count, itemStyle: shape(figure) })),
        emphasis: { scaleSize: 4 },
      },
    ],
    media: [{ query: narrow, option: { series: [onSlices] } }, { option: { series: [beside(slices)] } }],
  }
}

function beside(slices: readonly Figure[]) {
  return {
    radius: "60%",
    minShowLabelAngle: 0,
    labelLine: { show: true, length: 16, length2: 6, lineStyle: { color: ink } },
    label: {
      ...text,
      fontSize: 12,
      position: "outside" as const,
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

/** For narrow charts: counts on the slices; the table below names the colours. */
const onSlices = {
  radius: "94%",
  minShowLabelAngle: THINNEST_LABELLED_DEGREES,
  labelLine: { show: false },
  label: {
    ...text,
    position: "inside" as const,
    lineHeight: 15,
    padding: [2, 6],
    borderRadius: 8,
    backgroundColor: paper,
    formatter: ({ value }: { value: unknown }) => formatNumber(Number(value)),
  },
}
