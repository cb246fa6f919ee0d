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
    <label className="flex max-w-full shrink-0 items-center gap-2 max-sm:grow">
      <span className="shrink-0 text-sm max-sm:sr-only">{label}</span>
      <select
        value={sort}
        onChange={({ target }) => change(target.value)}
        className="select w-auto pr-8 max-sm:field-sizing-content max-sm:grow max-sm:appearance-none md:text-sm"
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
