import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "#client/app/api.ts"
import { isCode } from "#client/app/failures.ts"
import { createUuid } from "#client/app/uuid.ts"
import { unsavedEdits } from "#client/office/editing/unsaved-edits.ts"
import { refreshMessages } from "#client/office/inbox/refresh-messages.ts"
import type { Attachment } from "#server/contract/message-attachments.ts"
import { CONTACT_CHANNELS, ENTRY_MAX } from "#server/contract/message-states.ts"
import type { MessageDetails, MessageEntry, MessageEntryKind, NewMessageEntry } from "#server/contract/messages.ts"
import { entryForms as texts } from "./texts.ts"

interface EntryFormOptions {
  message: MessageDetails
  kind: NewMessageEntry["kind"]
  me: { id: number; name: string }
  onSent: () => void
}

/** The text that is typed for a request, stored on this device until it is sent. */
interface Draft {
  text: string
  /** The id of the newest entry when the typing began. */
  seen: number
  attachments?: readonly Attachment[] | undefined
  /** The last attempt: the same text is sent with the same id, so that the server stores it once. */
  sent?: { text: string; idempotencyKey: string } | undefined
}

/** Writes an answer or a note, and lists what others have done meanwhile. */
export function useEntryForm({ message, kind, me, onSent }: EntryFormOptions) {
  const { client, queries } = useApi()
  const [edits] = useState(() => unsavedEdits(`message:${me.id}:${message.id}:${kind}`, readDraft))
  const [found] = useState(() => edits.list()[0])
  const newest = message.entries[message.entries.length - 1]?.id ?? 0
  const [draft, setDraft] = useState<Draft>(found?.edit ?? { text: "", seen: newest })
  const [inserted, setInserted] = useState<string>()
  const [isEmptyRejected, setEmptyRejected] = useState(false)
  const [sentCount, setSentCount] = useState(0)
  const { length } = draft.text.trim()
  const hasText = length > 0
  const excess = Math.max(0, length - ENTRY_MAX)

  function keep(changed: Draft) {
    setDraft(changed)
    if (changed.text.trim() === "" && !changed.attachments?.length) edits.forget()
    else edits.store(changed)
    // The text of an earlier visit is part of this draft now.
    if (found) edits.forget(found.key)
  }

  const sending = useMutation({
    async mutationFn(entry: NewMessageEntry) {
      try {
        await client.messages.addEntry.mutate(entry)
      } catch (error) {
        await refreshMessages(queries)
        // What is stored was sent, and only the response was lost.
        const { entries = [] } = queries.messages.get.getData(message.id) ?? {}
        if (!entries.some((stored) => stored.id > entry.lastEntry && isOwn(stored, entry.text))) throw error
      }
    },
    onSuccess() {
      keep({ text: "", seen: newest })
      setInserted(undefined)
      setSentCount(sentCount + 1)
      onSent()
      return refreshMessages(queries)
    },
  })

  function isOwn(entry: MessageEntry, text: string) {
    return entry.kind === kind && entry.by === me.name && entry.text === text.trim()
  }

  /** Sends the entry. The server rejects it if an answer came since the typing began, unless its author saw that. */
  function send({ hasSeenUpdates = false } = {}) {
    if (sending.isPending) return
    setEmptyRejected(!hasText)
    if (!hasText || excess > 0) return
    const { text, sent } = draft
    const attempt = sent?.text === text ? sent : { text, idempotencyKey: createUuid() }
    keep({ ...draft, sent: attempt })
    const attachments = draft.attachments?.map(({ id }) => id)
    sending.mutate({ id: message.id, kind, ...attempt, attachments, lastEntry: hasSeenUpdates ? newest : draft.seen })
  }

  function type(text: string) {
    setEmptyRejected(false)
    keep({ ...draft, text, seen: hasText ? draft.seen : newest })
  }

  const hasConflict = isCode(sending.error, "conflict")
  const updates = hasText && kind === "answer" ? listUpdates(message, draft.seen, me.name) : []
  const { sent } = draft

  return {
    text: draft.text,
    attachments: draft.attachments ?? [],
    /** How many texts this form has sent, each of which begins it anew. */
    sentCount,
    attach: (attachments: readonly Attachment[]) => keep({ ...draft, attachments }),
    isRestored: found !== undefined && draft.text === found.edit.text,
    isSending: sending.isPending,
    error: isEmptyRejected ? texts.empty : excess > 0 ? texts.tooLong(excess) : undefined,
    isSendable: hasText && excess === 0,
    hasConflict,
    failure: sending.error,
    /** What was added since the typing began, other than an earlier sending of this text. */
    updates: sent && !hasConflict ? updates.filter((entry) => !isOwn(entry, sent.text)) : updates,
    type,
    inserted,
    /** Puts a template after the typed text, in place of the last one unless that was changed. */
    insert(template: string | undefined) {
      const isUnchanged = inserted !== undefined && draft.text.endsWith(inserted)
      const typed = (isUnchanged ? draft.text.slice(0, -inserted.length) : draft.text).trimEnd()
      setInserted(template)
      type([typed, template].filter(Boolean).join("\n\n"))
    },
    send,
  }
}

/** Kinds of entries that count as updates only if others made them. */
const othersUpdates: readonly MessageEntryKind[] = ["assignee", ...CONTACT_CHANNELS]

/** Lists updates, among them own answers from another window, since the server rejects a second answer. */
function listUpdates({ entries }: MessageDetails, seen: number, name: string) {
  return entries.filter(({ id, kind, by }) => {
    if (id <= seen) return false
    if (kind === "answer" || kind === "addition") return true
    return by !== name && othersUpdates.includes(kind)
  })
}

function readDraft(value: unknown): Draft | undefined {
  const { text, seen, sent, attachments } = (value ?? {}) as Partial<Draft>
  return typeof text === "string" && typeof seen === "number" ? { text, seen, sent, attachments } : undefined
}
