interface SortSelectProps<Sort extends string> {
  label: string
  /** The orders to choose from; the first one is the default. */
  sorts: readonly Sort[]
  textOf: (sort: Sort) => string
  sort: Sort
  onSort: (sort: Sort) => void
}

export function SortSelect<Sort extends string>({ label, sorts, textOf, sort, onSort }: SortSelectProps<Sort>) {
  function change(value: string) {
    const chosen = sorts.find((one) => one === value)
    if (chosen) onSort(chosen)
  }
  return (
    <label className="flex shrink-0 items-center gap-3 max-sm:min-w-0 max-sm:shrink max-sm:grow max-sm:basis-40">
      <span className="shrink-0 text-sm font-semibold max-sm:sr-only">{label}</span>
      <select
        value={sort}
        onChange={({ target }) => change(target.value)}
        className="select pr-8 max-sm:w-full max-sm:appearance-none sm:w-54"
      >
        {sorts.map((one) => (
          <option key={one} value={one}>
            {textOf(one)}
          </option>
        ))}
      </select>
    </label>
  )
}
