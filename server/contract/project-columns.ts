// Search params are parsed before zod is loaded: this file must not import it.

/** The columns of the table that can be shown or hidden; a project's name always is. */
export const PROJECT_COLUMNS = ["sector", "status", "state", "date", "address", "pictures"] as const
