import { useMutation } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useState } from "react"
import { mutationOf, useApi } from "#client/app/api.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { createUuid } from "#client/app/uuid.ts"
import { useCan } from "#client/office/frame/rights.tsx"
import { refreshMessages } from "#client/office/inbox/refresh-messages.ts"
import { isPending } from "#server/contract/message-states.ts"
import type { MessageAction, MessageContact, MessageDetails } from "#server/contract/messages.ts"
import { requestActions as texts, timelineTexts } from "./texts.ts"

/** The banner about the last action. */
interface RequestReport {
  tone: "success" | "error"
  text: string
  /** The id by which the action can be undone. */
  batchId?: string
  /** The mail of an answer that was just written or sent again, and what the banner says once it has left. */
  mail?: { id?: number; sent: string }
}

interface Performed {
  call: () => Promise<unknown>
  text: string
  batchId: string
}

/** Changes a request, reports the outcome and undoes it. */
export function useRequestChanges({ id, readAt, state }: MessageDetails, initial?: RequestReport) {
  const { client, queries } = useApi()
  const [report, setReport] = useState(initial)

  const refresh = () => refreshMessages(queries)

  const change = useMutation({
    ...mutationOf(({ action, batchId }: { action: MessageAction; batchId: string; assignee?: string | undefined }) =>
      client.messages.change.mutate({ ids: [id], action, batchId }),
    ),
    onSuccess: (_result, { action, batchId, assignee }) =>
      setReport({ tone: "success", text: texts.done(action, assignee), batchId }),
    onError: (error) => setReport({ tone: "error", text: loadingFailure(texts.failed, error) }),
    onSettled: refresh,
  })

  const undo = useMutation({
    ...mutationOf(client.messages.undo.mutate),
    onSuccess: () => setReport({ tone: "success", text: texts.undone }),
    onError: (error, batchId) => setReport({ tone: "error", text: loadingFailure(texts.undoFailed, error), batchId }),
    onSettled: refresh,
  })

  const resend = useMutation({
    ...mutationOf(client.messages.resendMail.mutate),
    onSuccess: (_result, id) =>
      setReport({ tone: "success", text: timelineTexts.resending, mail: { id, sent: timelineTexts.resent } }),
    onError: (error) => setReport({ tone: "error", text: loadingFailure(timelineTexts.resendFailed, error) }),
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

  /** Reports a success by the banner; a failure is told by who asked. */
  const perform = useMutation({
    mutationFn: ({ call }: Performed) => call(),
    onSuccess: (_result, { text, batchId }) => setReport({ tone: "success", text, batchId }),
    onSettled: refresh,
  })

  const isBusy = change.isPending || undo.isPending
  const pending = change.isPending ? change.variables.action : undefined
  return {
    report,
    isBusy,
    /** The id of the person to whom the request is being handed over; null for nobody. */
    pendingAssignee: pending?.kind === "assignee" ? pending.assignee : undefined,
    say: setReport,
    dismiss: () => setReport(undefined),
    change(action: MessageAction, assignee?: string) {
      if (!isBusy) change.mutate({ action, batchId: createUuid(), assignee })
    },
    undo(batchId: string) {
      if (!isBusy) undo.mutate(batchId)
    },
    isResending: resend.isPending,
    resend(mailId: number) {
      if (!resend.isPending) resend.mutate(mailId)
    },
    perform(action: MessageAction) {
      const batchId = createUuid()
      const call = () => client.messages.change.mutate({ ids: [id], action, batchId })
      return perform.mutateAsync({ call, text: texts.done(action, undefined), batchId })
    },
    noteContact({ idempotencyKey, ...contact }: Omit<MessageContact, "id">) {
      const text = texts.noted(contact, isPending(state))
      const call = () => client.messages.addContact.mutate({ id, ...contact, idempotencyKey })
      return perform.mutateAsync({ call, text, batchId: idempotencyKey })
    },
  }
}

export type RequestChanges = ReturnType<typeof useRequestChanges>
