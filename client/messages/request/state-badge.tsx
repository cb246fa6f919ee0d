import { FOLDER_LABELS, type MessageFolder } from "#server/contract/message-states.ts"
import type { InboxMessage } from "#server/contract/messages.ts"

const tones: Record<MessageFolder, string> = {
  new: "badge-primary",
  open: "badge-secondary",
  answered: "badge-success",
  archived: "border-base-content/40 bg-base-100",
  spam: "badge-error",
  trashed: "border-error/60 bg-base-100 text-error",
}

export function StateBadge({ message: { state, deletedAt } }: { message: InboxMessage }) {
  const folder = deletedAt ? "trashed" : state
  return <span className={`badge font-medium ${tones[folder]}`}>{FOLDER_LABELS[folder]}</span>
}
