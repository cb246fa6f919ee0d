import { useMutation } from "@tanstack/react-query"
import { mutationOf, useApi } from "#client/app/api.ts"
import { refreshMessages } from "./refresh-messages.ts"

/** Undoes the erasure of a person. */
export function useErasureUndo(onRestored: (requests: number) => void) {
  const { client, queries } = useApi()
  return useMutation({
    ...mutationOf(client.messages.restorePerson.mutate),
    async onSuccess({ requests }) {
      await refreshMessages(queries)
      onRestored(requests)
    },
    onError: () => refreshMessages(queries),
  })
}
