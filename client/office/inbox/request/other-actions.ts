import type { MessageAction, MessageDetails } from "#server/contract/messages.ts"
import { requestActions as texts } from "./texts.ts"

export interface OtherAction {
  label: string
  action: MessageAction
  /** The name of the person who will be in charge. */
  assignee?: string
  tone?: "btn-error"
}

/** Returns the actions that a request allows in its state, apart from answering. */
export function otherActions(message: MessageDetails, me: { id: number; username: string }): OtherAction[] {
  if (message.deletedAt) return [{ label: texts.restore, action: { kind: "restore" } }]
  const { state, assignee } = message
  const isPending = state === "new" || state === "open"
  const canAnswerHere = message.hasMailServer && message.email !== ""
  const take = { label: texts.take, action: { kind: "assignee", assignee: me.id }, assignee: me.username } as const
  return [
    ...(assignee?.id === me.id ? [] : [take]),
    ...(isPending && !canAnswerHere ? [toState(texts.markAnswered, "answered")] : []),
    ...(state === "answered" || state === "archived" ? [toState(texts.reopen, "open")] : []),
    ...(state === "archived" || state === "spam" ? [] : [toState(texts.archive, "archived")]),
    state === "spam" ? toState(texts.notSpam, "new") : toState(texts.spam, "spam"),
    { label: texts.delete, action: { kind: "trash" }, tone: "btn-error" },
  ]
}

function toState(label: string, state: MessageDetails["state"]): OtherAction {
  return { label, action: { kind: "state", state } }
}
