const tones: Record<string, string> = {
  Terminé: "bg-success text-success-content",
  "En cours": "bg-info text-info-content",
  "En attente": "bg-warning text-warning-content",
  Annulé: "bg-error text-error-content",
}

/** Specification §4: green, blue, yellow, red; grey for any other text, and for none. */
export function statusTone(status: string | null | undefined): string {
  return tones[status ?? ""] ?? "bg-[#5b6965] text-white"
}
