export const STATUSES = ["En attente", "En cours", "Terminé", "Annulé"] as const

export type Status = (typeof STATUSES)[number]

/** The label of a status that is missing or, in an imported row, none of STATUSES. */
export const NO_STATUS = "Non défini"
