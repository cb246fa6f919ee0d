const columns =
  "md:max-[84rem]:grid md:max-[84rem]:grid-cols-[2.75rem_minmax(0,1fr)_7.25rem_9.5rem_var(--actions)] md:max-[84rem]:items-center"

/**
 * The list is a table from 84rem up. From md to there, seven columns do not fit: each row is a grid with the date under
 * the sector and the state under the status; a third action below xl, or a width below 70rem, hides the picture. Below
 * md, each row is a card of three lines: the name, then sector and date (or the state, if it is not public), then status
 * and actions; tapping its picture selects it. Below 18rem (large text on a phone), picture and date are hidden, and the
 * actions have a fourth line.
 */
export const layout = {
  table: "w-full max-[84rem]:block",
  twoActions: "[--actions:8.25rem]",
  threeActions: "three-actions [--actions:10.75rem]",
  head: "max-md:sr-only md:max-[84rem]:block",
  headRow: columns,
  body: "max-[84rem]:block max-md:grid max-md:gap-2 md:divide-y md:divide-base-300",
  row: `${columns} relative max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:rounded-box max-md:border max-md:border-base-300 max-md:bg-base-100 max-md:px-2 max-md:py-1.5`,
  select:
    "md:pl-3 max-md:absolute max-md:top-2 max-md:left-2 max-md:z-1 max-md:p-0 md:max-[84rem]:pl-2 md:max-[84rem]:[grid-area:1/1/3/2]",
  project:
    "py-3 pr-3 max-md:min-h-7 max-md:p-0 max-md:[grid-area:1/1/2/3] max-[18rem]:pl-12 min-[18rem]:max-md:pl-18 md:pl-2 md:max-[84rem]:[grid-area:1/2/3/3]",
  thumbnail:
    "h-14 w-21 max-md:absolute max-md:top-2 max-md:left-2 max-md:h-11 max-md:w-16 max-[18rem]:hidden md:max-[84rem]:h-12 md:max-[84rem]:w-18 md:max-xl:in-[.three-actions]:hidden md:max-[70rem]:hidden",
  sector:
    "px-3 py-3 min-[84rem]:text-sm max-md:p-0 max-md:text-[0.8125rem] max-md:leading-4.5 max-md:[grid-area:2/1] max-[18rem]:pl-12 min-[18rem]:max-md:pl-18 md:max-[84rem]:self-end md:max-[84rem]:px-2 md:max-[84rem]:pb-0 md:max-[84rem]:text-sm md:max-[84rem]:[grid-area:1/3]",
  date: "px-3 py-3 min-[84rem]:text-sm max-[84rem]:text-base-content/75 max-md:p-0 max-md:text-right max-md:text-xs max-md:leading-4.5 max-md:[grid-area:2/2] max-[18rem]:hidden md:max-[84rem]:self-start md:max-[84rem]:px-2 md:max-[84rem]:pt-0 md:max-[84rem]:text-sm md:max-[84rem]:[grid-area:2/3]",
  status:
    "px-3 py-3 max-md:p-0 max-md:pt-0.5 max-md:[grid-area:3/1] max-[18rem]:[grid-area:3/1/4/3] md:max-[84rem]:self-end md:max-[84rem]:px-2 md:max-[84rem]:pb-0 md:max-[84rem]:[grid-area:1/4]",
  state:
    "px-3 py-3 max-md:p-0 max-md:text-right max-md:leading-4.5 max-md:[grid-area:2/2] max-[18rem]:hidden md:max-[84rem]:self-start md:max-[84rem]:px-2 md:max-[84rem]:pt-1 md:max-[84rem]:[grid-area:2/4]",
  actions:
    "py-3 pl-3 max-md:p-0 max-md:pt-0.5 max-md:[grid-area:3/2] max-[18rem]:[grid-area:4/1/5/3] md:pr-5 md:max-[84rem]:pl-1 md:max-[84rem]:[grid-area:1/5/3/6]",
  headAreas: {
    sector: "md:max-[84rem]:[grid-area:1/3]",
    date: "md:max-[84rem]:[grid-area:1/3]",
    status: "md:max-[84rem]:[grid-area:1/4]",
    state: "md:max-[84rem]:[grid-area:1/4]",
    actions: "md:max-[84rem]:[grid-area:1/5]",
    pictures: "",
    address: "",
  },
} as const
