import type { Domain } from "./domain.ts"

export const uploads = { rights: {}, subjects: {}, menu: [], holdsVisitorData: false } as const satisfies Domain
