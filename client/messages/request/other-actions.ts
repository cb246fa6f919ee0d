import { requestActions as copy } from "#client/copy/admin-request.ts"
import type { MessageAction, MessageDetails } from "#server/contract/messages.ts"

export interface OtherAction {
  label: string
  action: MessageAction
  /** The name of the person who will be in charge. */
  assignee?: string
  tone?: "btn-error"
}

/** Returns the actions that a request allows in its state, apart from answering. */
export function otherActions(message: MessageDetails, me: { id: number; username: string }): OtherAction[] {
  if (message.deletedAt) return [{ label: copy.restore, action: { kind: "restore" } }]
  const { state, assignee } = message
  const isPending = state === "new" || state === "open"
  const canAnswerHere = message.hasMailServer && message.email !== ""
  const take = { label: copy.take, action: { kind: "assignee", assignee: me.id }, assignee: me.username } as const
  return [
    ...(assignee?.id === me.id ? [] : [take]),
    ...(isPending && !canAnswerHere ? [toState(copy.markAnswered, "answered")] : []),
    ...(state === "answered" || state === "archived" ? [toState(copy.reopen, "open")] : []),
    ...(state === "archived" || state === "spam" ? [] : [toState(copy.archive, "archived")]),
    state === "spam" ? toState(copy.notSpam, "new") : toState(copy.spam, "spam"),
    { label: copy.delete, action: { kind: "trash" }, tone: "btn-error" },
  ]
}

function toState(label: string, state: MessageDetails["state"]): OtherAction {
  return { label, action: { kind: "state", state } }
}
