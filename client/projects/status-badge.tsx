import { statusTone } from "./status-tone.ts"

export function StatusBadge({ status }: { status: string }) {
  return <span className={`badge border-transparent font-medium ${statusTone(status)}`}>{status}</span>
}
