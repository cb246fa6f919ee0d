import { useMutation } from "@tanstack/react-query"
import { useApi } from "#client/app/api.ts"
import { useReauthentication } from "#client/office/reauthentication/use-reauthentication.tsx"
import { refreshMessages } from "./refresh-messages.ts"

/**
 * Undoes the erasure of a person, for which the password or a passkey must have been given lately. The returned dialog
 * has to be rendered.
 */
export function useErasureUndo(onRestored: (requests: number) => void) {
  const { client, queries } = useApi()
  const { withReauthentication, dialog } = useReauthentication()
  const restoration = useMutation({
    mutationFn: (batch: string) => withReauthentication(() => client.messages.restorePerson.mutate(batch)),
    async onSuccess({ requests }) {
      await refreshMessages(queries)
      onRestored(requests)
    },
    onError: () => refreshMessages(queries),
  })
  return { restoration, dialog }
}
