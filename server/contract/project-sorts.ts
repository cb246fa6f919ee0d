// Addresses are parsed before zod is loaded: this file must not import it.

export const PROJECT_SORTS = ["newest", "oldest", "name", "sector", "status"] as const

export type ProjectSort = (typeof PROJECT_SORTS)[number]
