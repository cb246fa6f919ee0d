export const STATUSES = ["En attente", "En cours", "Terminé", "Annulé"] as const

export type Status = (typeof STATUSES)[number]

/** The label of a missing status, or of one that is not in STATUSES, as in imported rows. */
export const NO_STATUS = "Non défini"
