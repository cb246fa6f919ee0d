const tones: Record<string, string> = {
  Terminé: "badge-success",
  "En cours": "badge-info",
  "En attente": "badge-warning",
  Annulé: "badge-error",
}

/** Specification §4: green, blue, yellow, red; grey for any other text. */
export function StatusBadge({ status }: { status: string }) {
  return <span className={`badge font-medium ${tones[status] ?? "badge-neutral"}`}>{status}</span>
}
