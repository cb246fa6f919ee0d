import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useEffect, useId, useMemo, useRef } from "react"
import { useApi } from "#client/app/api.ts"
import { loadingFailure, rejectedFields } from "#client/app/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { LoadFailure, useLoadError } from "#client/office/frame/loaded.tsx"
import { formatComingDate, formatShortDate } from "#client/office/french/dates.ts"
import { formatDuration } from "#client/office/french/duration.ts"
import { formatAmount, formatNumber, formatPercent } from "#client/office/french/pluralize.ts"
import { Counters } from "#client/office/ui/counters.tsx"
import { adminErrors } from "#client/office/ui/failure-texts.ts"
import { Panel } from "#client/office/ui/panel.tsx"
import type { FigurePeriod, MessageFigures } from "#server/contract/message-figures.ts"
import { FOLDER_LABELS, OUTCOME_LABELS } from "#server/contract/message-states.ts"
import { CONTACT_SECTOR_LABELS, findSector } from "#server/contract/sectors.ts"
import { percent } from "#server/contract/stats.ts"
import { weekOption } from "./bar-option.ts"
import { Breakdown } from "./breakdown.tsx"
import { Chart, ChartSkeleton } from "./chart.tsx"
import type { ChartDatum } from "./chart-option.ts"
import { NoFigures } from "./charted-figures.tsx"
import { sectorColour, stateColours } from "./colours.ts"
import { lastDays, type PeriodSearchParams, PRESET_DAYS, parsePeriod } from "./figure-period.ts"
import { FigureTable } from "./figure-table.tsx"
import { stats } from "./texts.ts"

const texts = stats.requests

interface RequestFiguresProps {
  search: PeriodSearchParams
  onPeriod: (period: PeriodSearchParams) => void
}

/** Shows how many requests came in a period, and how soon they were answered. */
export function RequestFigures({ search, onPeriod }: RequestFiguresProps) {
  const period = parsePeriod(search)
  const { queries } = useApi()
  const query = useQuery(queries.messages.figures.queryOptions(period, { placeholderData: keepPreviousData }))
  const failure = useLoadError(query)
  return (
    <section aria-label={texts.title} className="mt-10">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 className="text-h3">{texts.title}</h2>
          <p className="text-base-content/75">{`${formatShortDate(period.from)} – ${formatShortDate(period.until)}`}</p>
        </div>
        <a
          href={`/api/admin/message-figures.csv?du=${period.from}&au=${period.until}`}
          download
          className="btn border-base-300 bg-base-100 print:hidden"
        >
          <Icon name="download" />
          {texts.csv}
        </a>
      </div>
      <PeriodForm period={period} onPeriod={onPeriod} />
      {failure ? (
        <LoadFailure
          text={rejectedFields(failure) ? texts.invalidPeriod : loadingFailure(adminErrors.loading.stats, failure)}
          error={failure}
          onRetry={() => query.refetch()}
        />
      ) : (
        <Figures figures={query.data} />
      )}
    </section>
  )
}

function PeriodForm({ period, onPeriod }: { period: FigurePeriod; onPeriod: RequestFiguresProps["onPeriod"] }) {
  const form = useRef<HTMLFormElement>(null)
  // A preset changes the default values; a form that is rendered anew would lose the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the default values depend on the period
  useEffect(() => form.current?.reset(), [period.from, period.until])
  return (
    <form
      ref={form}
      className="mb-6 flex flex-wrap items-end gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        const { du, au } = Object.fromEntries(new FormData(event.currentTarget))
        onPeriod({ du: String(du), au: String(au) })
      }}
    >
      <label className="flex min-w-0 flex-col gap-1 font-semibold">
        {texts.period.from}
        <input
          type="date"
          name="du"
          required
          defaultValue={period.from}
          className="input w-44 max-w-full font-normal"
        />
      </label>
      <label className="flex min-w-0 flex-col gap-1 font-semibold">
        {texts.period.until}
        <input
          type="date"
          name="au"
          required
          defaultValue={period.until}
          className="input w-44 max-w-full font-normal"
        />
      </label>
      <button type="submit" className="btn btn-outline btn-primary">
        {texts.period.apply}
      </button>
      <ul aria-label={texts.period.presets} className="flex flex-wrap gap-1">
        {(["month", "quarter", "year"] as const).map((preset) => {
          const { from, until } = lastDays(PRESET_DAYS[preset])
          return (
            <li key={preset}>
              <Link
                to="/admin/stats"
                search={{ du: from, au: until }}
                replace
                resetScroll={false}
                className="btn btn-ghost px-3"
              >
                {texts.presets[preset]}
              </Link>
            </li>
          )
        })}
      </ul>
    </form>
  )
}

function Figures({ figures }: { figures: MessageFigures | undefined }) {
  return (
    <>
      <Counters
        counters={[
          { label: texts.counters.total, value: figures?.total },
          { label: texts.counters.median, value: figures && duration(figures.median) },
          { label: texts.counters.slow, value: figures && duration(figures.slow) },
          { label: texts.counters.withinDay, value: figures && withinDay(figures) },
        ]}
      />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2 print:grid-cols-3">
        <Panel title={texts.bySector.title}>{figures ? <SectorTable figures={figures} /> : <ChartSkeleton />}</Panel>
        <div className="grid content-start gap-6 print:contents">
          <Panel title={texts.byState.title}>{figures ? <StateTable figures={figures} /> : <ChartSkeleton />}</Panel>
          <Panel title={texts.byOutcome.title}>
            {figures ? <OutcomeTable figures={figures} /> : <ChartSkeleton />}
          </Panel>
        </div>
      </div>
      <div className="mt-6">
        <Panel title={texts.byWeek.title}>{figures ? <WeekChart figures={figures} /> : <ChartSkeleton />}</Panel>
      </div>
    </>
  )
}

function duration(seconds: number | null): string {
  return seconds === null ? texts.unanswered : formatDuration(seconds)
}

/** What has waited for longer than a day is not answered within one, whenever the answer comes. */
function withinDay({ answered, withinDay, late }: MessageFigures): string {
  const total = answered + late
  return total === 0 ? texts.unanswered : formatPercent(percent(withinDay, total))
}

function SectorTable({ figures }: { figures: MessageFigures }) {
  const rows = figures.sectors.map(({ sector, count }): ChartDatum => {
    const known = findSector(sector)
    return { label: CONTACT_SECTOR_LABELS[sector], count, colour: known ? sectorColour(known) : "--no-status" }
  })
  return <Breakdown id={useId()} caption={texts.bySector.caption} heads={texts.bySector.heads} figures={rows} />
}

function StateTable({ figures }: { figures: MessageFigures }) {
  const rows = figures.states.map(
    ({ state, count }): ChartDatum => ({ label: FOLDER_LABELS[state], count, colour: stateColours[state] }),
  )
  return <Breakdown id={useId()} caption={texts.byState.caption} heads={texts.byState.heads} figures={rows} />
}

function OutcomeTable({ figures: { outcomes } }: { figures: MessageFigures }) {
  return (
    <FigureTable caption={texts.byOutcome.caption} heads={texts.byOutcome.heads}>
      {outcomes.map((one) => (
        <tr key={one.outcome} className="border-b border-base-300 last:border-0">
          <th scope="row" className="py-2 font-normal">
            {OUTCOME_LABELS[one.outcome]}
          </th>
          <td className="py-2 pl-3 text-right font-semibold tabular-nums">{formatNumber(one.count)}</td>
          <td className="py-2 pl-3 text-right tabular-nums">{formatAmount(one.amount)}</td>
        </tr>
      ))}
    </FigureTable>
  )
}

function WeekChart({ figures: { total, weeks } }: { figures: MessageFigures }) {
  const id = useId()
  // A new option object would make ECharts draw the chart again.
  const option = useMemo(
    () =>
      weekOption(
        weeks.map(({ monday, count }) => ({ label: formatComingDate(monday), count, colour: "--color-primary" })),
      ),
    [weeks],
  )
  if (total === 0) return <NoFigures />
  return (
    <>
      <Chart label={texts.byWeek.chart} figures={id} option={option} isWide />
      <details className="mt-4 print:hidden">
        <summary className="link-inline inline-flex min-h-11 cursor-pointer items-center">{texts.byWeek.show}</summary>
        <FigureTable id={id} caption={texts.byWeek.caption} heads={texts.byWeek.heads} className="mt-2 max-w-md">
          {weeks.map(({ monday, count }) => (
            <tr key={monday} className="border-b border-base-300 last:border-0">
              <th scope="row" className="py-2 font-normal">
                {formatShortDate(monday)}
              </th>
              <td className="py-2 pl-3 text-right font-semibold tabular-nums">{formatNumber(count)}</td>
            </tr>
          ))}
        </FigureTable>
      </details>
    </>
  )
}
