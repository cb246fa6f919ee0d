import { isDay } from "#server/contract/days.ts"

interface DayInputProps {
  label: string
  /** The visible label, beside the field. */
  short: string
  /** The URL's `YYYY-MM-DD`. */
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** A day counts once it is complete: what is typed of it does not lose the field's other parts. */
export function DayInput({ label, short, value = "", onChange }: DayInputProps) {
  return (
    <label className="flex items-center gap-2 text-sm max-md:grow">
      <span aria-hidden="true" className="shrink-0">
        {short}
      </span>
      <input
        type="date"
        aria-label={label}
        key={value}
        defaultValue={value}
        onChange={({ target }) => {
          const changed = isDay(target.value) ? target.value : undefined
          if ((changed ?? "") !== value) onChange(changed)
        }}
        className={`input w-auto min-w-0 grow md:text-sm ${value === "" ? "" : "border-primary font-semibold"}`}
      />
    </label>
  )
}
