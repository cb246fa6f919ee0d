const columns =
  "md:max-xl:grid md:max-xl:grid-cols-[2.75rem_minmax(0,1fr)_7.25rem_9.5rem_var(--actions)] md:max-xl:items-center"

/**
 * The list is a table from xl up. From md to xl, seven columns do not fit: each row is a grid with the date under the
 * sector and the state under the status; a third action, or a width below 70rem, hides the picture. Below md, each row
 * is a card of three lines: the name, then sector and date (or the state, if it is not public), then status and
 * actions; tapping its picture selects it. Below 18rem (large text on a phone), picture and date are hidden, and the
 * actions have a fourth line.
 */
export const layout = {
  table: "w-full max-xl:block",
  twoActions: "[--actions:8.25rem]",
  threeActions: "three-actions [--actions:10.75rem]",
  head: "max-md:sr-only md:max-xl:block",
  headRow: columns,
  body: "max-xl:block max-md:grid max-md:gap-2 md:divide-y md:divide-base-300",
  row: `${columns} relative max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:rounded-box max-md:border max-md:border-base-300 max-md:bg-base-100 max-md:px-2 max-md:py-1.5`,
  select:
    "md:pl-3 max-md:absolute max-md:top-2 max-md:left-2 max-md:z-1 max-md:p-0 md:max-xl:pl-2 md:max-xl:[grid-area:1/1/3/2]",
  project:
    "py-3 pr-3 max-md:min-h-7 max-md:p-0 max-md:[grid-area:1/1/2/3] max-[18rem]:pl-12 min-[18rem]:max-md:pl-18 md:pl-2 md:max-xl:[grid-area:1/2/3/3]",
  thumbnail:
    "h-14 w-21 max-md:absolute max-md:top-2 max-md:left-2 max-md:h-11 max-md:w-16 max-[18rem]:hidden md:max-xl:h-12 md:max-xl:w-18 md:max-xl:in-[.three-actions]:hidden md:max-[70rem]:hidden",
  sector:
    "px-3 py-3 xl:text-sm max-md:p-0 max-md:text-[0.8125rem] max-md:leading-4.5 max-md:[grid-area:2/1] max-[18rem]:pl-12 min-[18rem]:max-md:pl-18 md:max-xl:self-end md:max-xl:px-2 md:max-xl:pb-0 md:max-xl:text-sm md:max-xl:[grid-area:1/3]",
  date: "px-3 py-3 xl:text-sm max-xl:text-base-content/75 max-md:p-0 max-md:text-right max-md:text-xs max-md:leading-4.5 max-md:[grid-area:2/2] max-[18rem]:hidden md:max-xl:self-start md:max-xl:px-2 md:max-xl:pt-0 md:max-xl:text-sm md:max-xl:[grid-area:2/3]",
  status:
    "px-3 py-3 max-md:p-0 max-md:pt-0.5 max-md:[grid-area:3/1] max-[18rem]:[grid-area:3/1/4/3] md:max-xl:self-end md:max-xl:px-2 md:max-xl:pb-0 md:max-xl:[grid-area:1/4]",
  state:
    "px-3 py-3 max-md:p-0 max-md:text-right max-md:leading-4.5 max-md:[grid-area:2/2] max-[18rem]:hidden md:max-xl:self-start md:max-xl:px-2 md:max-xl:pt-1 md:max-xl:[grid-area:2/4]",
  actions:
    "py-3 pl-3 max-md:p-0 max-md:pt-0.5 max-md:[grid-area:3/2] max-[18rem]:[grid-area:4/1/5/3] md:pr-5 md:max-xl:pl-1 md:max-xl:[grid-area:1/5/3/6]",
  headAreas: {
    sector: "md:max-xl:[grid-area:1/3]",
    date: "md:max-xl:[grid-area:1/3]",
    status: "md:max-xl:[grid-area:1/4]",
    state: "md:max-xl:[grid-area:1/4]",
    actions: "md:max-xl:[grid-area:1/5]",
    pictures: "",
    address: "",
  },
} as const
