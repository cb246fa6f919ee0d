import { formatNumber, formatPercent } from "#client/office/french/pluralize.ts"
import { percent } from "#server/contract/stats.ts"
import { type ChartDatum, sum } from "./chart-option.ts"
import type { ColourProperty } from "./colours.ts"
import { FigureTable } from "./figure-table.tsx"

interface BreakdownProps {
  id: string
  caption: string
  heads: readonly [string, string, string]
  figures: readonly ChartDatum[]
}

/** Shows the figures of a chart as a table; `id` is that of the rows. */
export function Breakdown({ id, caption, heads, figures }: BreakdownProps) {
  const total = sum(figures)
  return (
    <FigureTable id={id} caption={caption} heads={heads}>
      {figures.map((figure) => (
        <Row key={figure.label} figure={figure} total={total} />
      ))}
    </FigureTable>
  )
}

/** The spaces separate label, count and percent when the row is read as text. */
function Row({ figure: { label, count, colour }, total }: { figure: ChartDatum; total: number }) {
  return (
    <tr className="border-b border-base-300 last:border-0">
      <th scope="row" className="py-2 font-normal">
        <Swatch colour={colour} />
        {`${label} `}
      </th>
      <td className="py-2 pl-3 text-right font-semibold tabular-nums">{`${formatNumber(count)} `}</td>
      <td className="py-2 min-[18rem]:w-16 pl-3 text-right text-base-content/75 tabular-nums">
        {formatPercent(percent(count, total))}
      </td>
    </tr>
  )
}

/** The swatch is an SVG, since browsers do not print backgrounds. */
function Swatch({ colour }: { colour: ColourProperty }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="mr-2.5 inline size-3 align-baseline">
      <rect x="0.5" y="0.5" width="11" height="11" rx="2.5" fill={`var(${colour})`} className="stroke-base-content" />
    </svg>
  )
}
