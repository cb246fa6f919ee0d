// Search params are parsed before zod is loaded: this file must not import it.

/** The columns of the table that can be hidden, unlike a project's name. */
export const PROJECT_COLUMNS = ["sector", "status", "state", "date", "address", "pictures"] as const
