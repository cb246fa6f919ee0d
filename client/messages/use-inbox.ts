import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "#client/api.ts"
import type { Message, MessageSearch } from "#server/contract/messages.ts"

/** The administrator's messages: a page of them, the one about to go and the one that went. */
export function useInbox(asked: MessageSearch) {
  const { queries } = useApi()
  const table = useQuery(queries.messages.search.queryOptions(asked, { placeholderData: keepPreviousData }))
  const [deleting, setDeleting] = useState<Message>()
  const [deleted, setDeleted] = useState<Message>()
  return {
    table,
    deleting,
    deleted,
    clearNotice: () => setDeleted(undefined),
    askToDelete(message: Message) {
      setDeleted(undefined)
      setDeleting(message)
    },
    keep: () => setDeleting(undefined),
    removed(message: Message) {
      setDeleting(undefined)
      setDeleted(message)
    },
  }
}
