import { Icon } from "#client/icons/icon.tsx"
import { filters as texts } from "./texts.ts"

export interface Filter<Name extends string> {
  name: Name
  label: string
  /** The label of the option without a filter. */
  all: string
  /** The value of the selected option; empty without a filter. */
  value: string
  options: { value: string; label: string }[]
}

interface Person {
  id: number
  name: string
}

interface FilterSelectsProps<Name extends string, Params> {
  filters: readonly Filter<Name>[]
  address: { parseText: (name: Name, text: string) => Params }
  onChange: (changed: Params) => void
}

export function FilterSelects<Name extends string, Params>({
  filters,
  address,
  onChange,
}: FilterSelectsProps<Name, Params>) {
  return filters.map(({ name, label, all, value, options }) => (
    <select
      key={name}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(address.parseText(name, target.value))}
      className={`select w-auto max-w-full pr-8 max-md:field-sizing-content max-md:grow max-md:appearance-none md:text-sm ${value === "" ? "" : "border-primary font-semibold"}`}
    >
      <option value="">{all}</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  ))
}

interface FilterChipsProps {
  /** The active filters. */
  chips: readonly { name: string; label: string }[]
  onChange: (changed: Record<string, undefined>) => void
  onClear: () => void
}

/** Shows each active filter as a button that removes it. */
export function FilterChips({ chips, onChange, onClear }: FilterChipsProps) {
  if (chips.length === 0) return null
  return (
    <ul aria-label={texts.active} className="mb-3 flex flex-wrap items-center gap-2">
      {chips.map(({ name, label }) => (
        <li key={name}>
          <button
            type="button"
            aria-label={texts.remove(label)}
            className="btn rounded-full border-primary/40 bg-primary/10 px-3.5 text-sm text-primary"
            onClick={() => onChange({ [name]: undefined })}
          >
            {label}
            <Icon name="close" className="size-4" />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="btn btn-ghost text-sm" onClick={onClear}>
          {texts.clear}
        </button>
      </li>
    </ul>
  )
}

/** Returns an option for each name, whose value in the address is its slug. */
export function optionsOf<Name extends string>(
  slugs: Readonly<Record<Name, string>>,
  labels: Readonly<Record<Name, string>>,
) {
  return (Object.keys(slugs) as Name[]).map((name) => ({ value: slugs[name], label: labels[name] }))
}

/** Adds to each filter the value of its search param. */
export function withValues<Name extends string>(
  filters: readonly Omit<Filter<Name>, "value">[],
  params: Partial<Record<Name, unknown>>,
): Filter<Name>[] {
  return filters.map((filter) => ({ ...filter, value: String(params[filter.name] ?? "") }))
}

/** Returns an option for each person, and for the selected id if it is nobody's any more. */
export function colleagueOptions(colleagues: readonly Person[], selected: unknown, unknownName: string) {
  const isUnknown = typeof selected === "number" && colleagues.every(({ id }) => id !== selected)
  const listed = isUnknown ? [...colleagues, { id: selected, name: unknownName }] : colleagues
  return listed.map(({ id, name }) => ({ value: String(id), label: name }))
}

/** Returns the active filters with the labels of their selected options. */
export function chipsOf(filters: readonly Filter<string>[]): FilterChipsProps["chips"] {
  return filters.flatMap(({ name, value, options }) => {
    const option = options.find((one) => one.value === value)
    return option ? [{ name, label: option.label }] : []
  })
}
