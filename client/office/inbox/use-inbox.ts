import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "#client/app/api.ts"
import type { Message, MessageSearch } from "#server/contract/messages.ts"

/** Loads a page of messages, and holds the one to be deleted and the one deleted last. */
export function useInbox(params: MessageSearch) {
  const { queries } = useApi()
  const table = useQuery(queries.messages.search.queryOptions(params, { placeholderData: keepPreviousData }))
  const [deleting, setDeleting] = useState<Message>()
  const [deleted, setDeleted] = useState<Message>()
  return {
    table,
    deleting,
    deleted,
    clearStatus: () => setDeleted(undefined),
    confirmDeletion(message: Message) {
      setDeleted(undefined)
      setDeleting(message)
    },
    cancelDeletion: () => setDeleting(undefined),
    finishDeletion(message: Message) {
      setDeleting(undefined)
      setDeleted(message)
    },
  }
}
