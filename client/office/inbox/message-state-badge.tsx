import { OutlineBadge } from "#client/office/ui/outline-badge.tsx"
import { FOLDER_LABELS, type MessageFolder } from "#server/contract/message-states.ts"
import type { InboxMessage } from "#server/contract/messages.ts"
import { doubtReasons, inboxRow } from "./texts.ts"

const tones: Record<MessageFolder, string> = {
  new: "border-info text-info",
  open: "border-secondary bg-secondary/25",
  answered: "border-success/60 text-success",
  archived: "border-base-content/40 text-base-content/75",
  spam: "border-dashed border-error/60 text-error",
  trashed: "border-error/60 text-error",
}

export function MessageStateBadge({ state, deletedAt }: Pick<InboxMessage, "state" | "deletedAt">) {
  const folder = deletedAt ? "trashed" : state
  return <OutlineBadge tone={tones[folder]}>{FOLDER_LABELS[folder]}</OutlineBadge>
}

/** Marks a request that may be spam, with the reasons in its title. */
export function DoubtBadge({ doubts }: Pick<InboxMessage, "doubts">) {
  if (doubts.length === 0) return null
  const reasons = doubts.map((doubt) => doubtReasons[doubt]).join(" ")
  return (
    <OutlineBadge tone="border-dashed border-warning text-base-content" title={reasons}>
      {inboxRow.doubtful}
    </OutlineBadge>
  )
}
