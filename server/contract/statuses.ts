export const STATUSES = ["En attente", "En cours", "Terminé", "Annulé"] as const

export type Status = (typeof STATUSES)[number]

/** Returns null for a status that is not in STATUSES, as in imported rows. */
export function knownStatus(status: string | null): Status | null {
  return STATUSES.find((one) => one === status) ?? null
}

const PUBLIC_ORDER: readonly (string | null)[] = ["Terminé", "En cours", "En attente"] satisfies Status[]

export const CANCELLED = "Annulé" satisfies Status

/** Compares by the place in public lists, where cancelled projects come last, after imported statuses. */
export function compareStatuses(one: string | null, other: string | null): number {
  return placeOf(one) - placeOf(other)
}

function placeOf(status: string | null): number {
  if (status === CANCELLED) return PUBLIC_ORDER.length + 1
  const place = PUBLIC_ORDER.indexOf(status)
  return place < 0 ? PUBLIC_ORDER.length : place
}

/** The label of a status that is missing or unknown. */
export const NO_STATUS = "Non défini"
