import { Link, type LinkProps } from "@tanstack/react-router"
import { formatNumber } from "#client/office/french/pluralize.ts"

export interface Counter {
  label: string
  /** It is undefined while it loads. */
  value: string | number | undefined
  /** The list of what is counted. */
  to?: LinkProps["to"] | undefined
}

interface CountersProps {
  counters: readonly Counter[]
}

/** An undefined value is shown as a skeleton. */
export function Counters({ counters }: CountersProps) {
  return (
    <dl className="mb-6 grid grid-cols-1 gap-3 min-[18rem]:grid-cols-2 md:grid-cols-4 md:gap-4 print:grid-cols-4">
      {counters.map(({ label, value, to }) => (
        <div
          key={label}
          className={`relative flex flex-col-reverse justify-end rounded-box border border-base-300 bg-base-100 p-4 ${to ? "hover:border-primary" : ""}`}
        >
          <dt className="text-sm text-base-content/75">
            {to ? (
              <Link
                to={to}
                className="underline-offset-4 after:absolute after:inset-0 after:rounded-box hover:underline"
              >
                {label}
              </Link>
            ) : (
              label
            )}
          </dt>
          <dd className="font-display text-3xl font-bold">
            {value === undefined ? <span className="skeleton block h-9 w-14" /> : formatValue(value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function CounterLine({ counters }: CountersProps) {
  return (
    <dl className="flex w-full flex-wrap gap-x-4 text-sm max-sm:gap-x-3 max-sm:text-xs">
      {counters.map(({ label, value }) => (
        <div key={label} className="flex flex-row-reverse gap-1">
          <dt className="text-base-content/75">{label}</dt>
          <dd className="font-bold">
            {value === undefined ? (
              <span className="skeleton inline-block h-4 w-3 rounded-sm align-middle" />
            ) : (
              formatValue(value)
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function formatValue(value: string | number): string {
  return typeof value === "number" ? formatNumber(value) : value
}
