/** The icons that pages may show, each of which is one of client/icons. */
export const ICONS = [
  "bolt",
  "brick",
  "building",
  "check",
  "clock",
  "cow",
  "hammer",
  "handshake",
  "house",
  "key",
  "leaf",
  "pin",
  "scale",
  "shield",
  "star",
  "store",
  "tractor",
  "truck",
  "users",
  "warehouse",
  "wheat",
] as const

export type ContentIcon = (typeof ICONS)[number]
