const columns = "md:max-xl:grid md:max-xl:grid-cols-[minmax(0,1fr)_7.25rem_9.5rem_8.25rem] md:max-xl:items-center"

/**
 * The table of projects: cards below md, a table from xl up. Between them five columns are one too many, and each row
 * is a grid where the date stands under the sector.
 */
export const layout = {
  table: "w-full max-xl:block",
  head: "max-md:sr-only md:max-xl:block",
  headRow: columns,
  body: "max-xl:block max-md:grid max-md:gap-3 md:divide-y md:divide-base-300",
  row: `${columns} max-md:grid max-md:grid-cols-1 max-md:gap-1 max-md:rounded-box max-md:border max-md:border-base-300 max-md:bg-base-100 max-md:p-4`,
  project: "py-3 pr-3 max-md:p-0 max-md:pb-2 md:pl-5 md:max-xl:[grid-area:1/1/3/2]",
  sector:
    "px-3 md:max-xl:px-2 md:max-xl:text-sm py-3 max-md:p-0 md:max-xl:self-end md:max-xl:pb-0 md:max-xl:[grid-area:1/2]",
  status: "px-3 md:max-xl:px-2 py-3 max-md:p-0 md:max-xl:[grid-area:1/3/3/4]",
  date: "px-3 md:max-xl:px-2 py-3 max-md:p-0 md:max-xl:self-start md:max-xl:pt-0 md:max-xl:text-sm md:max-xl:text-base-content/75 md:max-xl:[grid-area:2/2]",
  actions: "py-3 pl-3 max-md:p-0 max-md:pt-3 md:pr-5 md:max-xl:[grid-area:1/4/3/5]",
  /** On a card a value bears its column's name. */
  labelled:
    "max-md:flex max-md:min-h-11 max-md:flex-wrap max-md:items-center max-md:justify-between max-md:gap-3 max-md:before:text-sm max-md:before:text-base-content/75 max-md:before:content-[attr(data-label)]",
} as const
