import { Link } from "@tanstack/react-router"
import { type ReactNode, useRef } from "react"
import { Panel } from "#client/office/ui/panel.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { Disclosure } from "./disclosure.tsx"
import { versions as texts } from "./texts.ts"

/** The user opens older versions on demand, so that the comparison stays near. */
const VERSIONS_SHOWN = 5

export interface Version {
  id: number
  /** Its moment in words, or what it is called. */
  name: string
  at: string | null
  /** It marks the newest version. */
  badge?: string | undefined
  /** What was changed, and by whom. */
  facts: ReactNode
  compare?: { text: string; label: string; search: object; isCompared: boolean } | undefined
  restore?: { text: string; label: string; onRestore: () => void } | undefined
}

interface HistoryProps {
  /** They are sorted from the newest. */
  versions: readonly Version[]
  /** It stands below the oldest version. */
  end?: ReactNode
  isRestoring: boolean
  comparisonTitle: string | undefined
  comparison: ReactNode
}

/** Lists the versions of what is edited, each to be compared and restored, beside a comparison of two. */
export function History({ versions, end, isRestoring, comparisonTitle, comparison }: HistoryProps) {
  const compared = useRef<HTMLDivElement>(null)
  const items = versions.map(({ id, ...version }) => (
    <VersionItem key={id} {...version} isRestoring={isRestoring} onCompare={() => compared.current?.focus()} />
  ))
  const older = items.slice(VERSIONS_SHOWN)
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[22rem_1fr]">
      <Panel title={texts.title}>
        <ol className="grid gap-5">{items.slice(0, VERSIONS_SHOWN)}</ol>
        {older.length > 0 && (
          <div className="mt-5 border-t border-base-300 pt-2">
            <Disclosure label={texts.older(older.length)}>
              <ol className="mt-3 grid gap-5">{older}</ol>
              {end}
            </Disclosure>
          </div>
        )}
      </Panel>
      <div ref={compared} tabIndex={-1} className="min-w-0 scroll-mt-20 outline-none">
        <Panel title={comparisonTitle}>{comparison}</Panel>
      </div>
    </div>
  )
}

interface VersionItemProps extends Omit<Version, "id"> {
  isRestoring: boolean
  onCompare: () => void
}

function VersionItem({ name, at, badge, facts, compare, restore, isRestoring, onCompare }: VersionItemProps) {
  return (
    <li className="grid gap-2 border-base-300 not-first:border-t not-first:pt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="text-base">{at ? <time dateTime={at}>{name}</time> : name}</h3>
        {badge && <span className="badge badge-success">{badge}</span>}
      </div>
      {facts}
      {(compare || restore) && (
        <div className="flex flex-wrap gap-2 max-sm:*:grow">
          {compare && (
            <Link
              to="."
              search={compare.search}
              aria-label={compare.label}
              aria-current={compare.isCompared ? "true" : undefined}
              resetScroll={false}
              viewTransition={false}
              className="btn btn-outline btn-primary aria-current:bg-primary aria-current:text-primary-content"
              onClick={onCompare}
            >
              {compare.text}
            </Link>
          )}
          {restore && (
            <BusyButton
              isBusy={isRestoring}
              aria-label={restore.label}
              className="btn btn-outline"
              onClick={restore.onRestore}
            >
              {restore.text}
            </BusyButton>
          )}
        </div>
      )}
    </li>
  )
}
