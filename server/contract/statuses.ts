export const STATUSES = ["En attente", "En cours", "Terminé", "Annulé"] as const

export type Status = (typeof STATUSES)[number]
