import { formatWeekday } from "#client/office/french/dates.ts"
import { OutlineBadge } from "#client/office/ui/outline-badge.tsx"
import type { FollowUp, MessageOutcome } from "#server/contract/follow-up.ts"
import { kinshasaDay } from "#server/contract/kinshasa-time.ts"
import { FOLDER_LABELS, type MessageFolder, OUTCOME_LABELS } from "#server/contract/message-states.ts"
import type { InboxMessage } from "#server/contract/messages.ts"
import { doubtReasons, inboxRow, mailFailure } from "./texts.ts"

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

/** Marks what is unusual about a request, or has been planned or reached. */
export function MessageMarks({ message }: { message: InboxMessage }) {
  const { doubts, undelivered, followUp, outcome } = message
  return (
    <>
      <DoubtBadge doubts={doubts} />
      {undelivered !== null && (
        <OutlineBadge tone="border-error text-error" title={mailFailure(undelivered)}>
          {inboxRow.undelivered}
        </OutlineBadge>
      )}
      {followUp && <FollowUpBadge followUp={followUp} />}
      {outcome && <OutlineBadge tone={outcomeTones[outcome.result]}>{OUTCOME_LABELS[outcome.result]}</OutlineBadge>}
    </>
  )
}

const outcomeTones: Record<MessageOutcome["result"], string> = {
  quoted: "border-primary text-primary",
  won: "border-success bg-success text-success-content",
  lost: "border-base-content/40 text-base-content/75",
}

/** Says when to write to the sender again, in red once the day has come. */
export function FollowUpBadge({ followUp: { on, note } }: { followUp: FollowUp }) {
  const isDue = on <= kinshasaDay(new Date())
  return (
    <OutlineBadge tone={isDue ? "border-error font-semibold text-error" : "border-primary text-primary"} title={note}>
      {inboxRow.followUp(formatWeekday(on))}
    </OutlineBadge>
  )
}

/** Marks a request that may be spam, with the reasons in its title. */
function DoubtBadge({ doubts }: Pick<InboxMessage, "doubts">) {
  if (doubts.length === 0) return null
  const reasons = doubts.map((doubt) => doubtReasons[doubt]).join(" ")
  return (
    <OutlineBadge tone="border-dashed border-warning text-base-content" title={reasons}>
      {inboxRow.doubtful}
    </OutlineBadge>
  )
}
