const tones: Record<string, string> = {
  Terminé: "bg-success text-success-content",
  "En cours": "bg-info text-info-content",
  "En attente": "bg-warning text-warning-content",
  Annulé: "bg-error text-error-content",
}

export function statusTone(status: string | null | undefined): string {
  return tones[status ?? ""] ?? "bg-[#5b6965] text-white"
}

export function StatusBadge({ status }: { status: string }) {
  return <span className={`badge border-transparent font-medium ${statusTone(status)}`}>{status}</span>
}
