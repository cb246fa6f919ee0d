import { useMutation } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useState } from "react"
import { mutationOf, useApi } from "#client/app/api.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { createUuid } from "#client/app/uuid.ts"
import { useCan } from "#client/office/frame/rights.tsx"
import { refreshMessages } from "#client/office/inbox/refresh-messages.ts"
import type { ContactChannel } from "#server/contract/message-states.ts"
import type { MessageAction, MessageDetails } from "#server/contract/messages.ts"
import { requestActions as texts } from "./texts.ts"

/** The banner about the last action. */
export interface RequestOutcome {
  tone: "success" | "error"
  text: string
  /** The id by which the action can be undone. */
  batchId?: string
}

/** Changes a request, reports the outcome and undoes it. */
export function useRequestChanges({ id, readAt, state }: MessageDetails, initial?: RequestOutcome) {
  const { client, queries } = useApi()
  const [outcome, setOutcome] = useState(initial)

  const refresh = () => refreshMessages(queries)

  const change = useMutation({
    ...mutationOf(({ action, batchId }: { action: MessageAction; batchId: string; assignee?: string | undefined }) =>
      client.messages.change.mutate({ ids: [id], action, batchId }),
    ),
    onSuccess: (_result, { action, batchId, assignee }) =>
      setOutcome({ tone: "success", text: texts.done(action, assignee), batchId }),
    onError: (error) => setOutcome({ tone: "error", text: loadingFailure(texts.failed, error) }),
    onSettled: refresh,
  })

  const undo = useMutation({
    ...mutationOf(client.messages.undo.mutate),
    onSuccess: () => setOutcome({ tone: "success", text: texts.undone }),
    onError: (error, batchId) => setOutcome({ tone: "error", text: loadingFailure(texts.undoFailed, error), batchId }),
    onSettled: refresh,
  })

  const contact = useMutation({
    ...mutationOf(
      ({ channel, idempotencyKey }: { channel: ContactChannel; idempotencyKey: string; isPending: boolean }) =>
        client.messages.addContact.mutate({ id, channel, idempotencyKey }),
    ),
    onSuccess: (_result, { channel, idempotencyKey, isPending }) =>
      setOutcome({
        tone: "success",
        text: texts.noted(channel, isPending),
        ...(isPending && { batchId: idempotencyKey }),
      }),
    onError: (error) => setOutcome({ tone: "error", text: loadingFailure(texts.notingFailed, error) }),
    onSettled: refresh,
  })

  const canWrite = useCan()("messages.write")
  const isUnread = readAt === null
  const markRead = useEffectEvent(async () => {
    const action = { kind: "read", isRead: true } as const
    // If this fails, the request stays unread.
    await client.messages.change.mutate({ ids: [id], action, batchId: createUuid() }).then(refresh, () => {})
  })
  // An open request is marked as read, and so is what its sender adds meanwhile.
  useEffect(() => {
    if (isUnread && canWrite) void markRead()
  }, [isUnread, canWrite])

  const isBusy = change.isPending || undo.isPending
  const pending = change.isPending ? change.variables.action : undefined
  return {
    outcome,
    isBusy,
    /** The id of the person to whom the request is being handed over; null for nobody. */
    pendingAssignee: pending?.kind === "assignee" ? pending.assignee : undefined,
    say: setOutcome,
    dismiss: () => setOutcome(undefined),
    change(action: MessageAction, assignee?: string) {
      if (!isBusy) change.mutate({ action, batchId: createUuid(), assignee })
    },
    undo(batchId: string) {
      if (!isBusy) undo.mutate(batchId)
    },
    noteContact(channel: ContactChannel) {
      contact.mutate({ channel, idempotencyKey: createUuid(), isPending: state === "new" || state === "open" })
    },
  }
}

export type RequestChanges = ReturnType<typeof useRequestChanges>
