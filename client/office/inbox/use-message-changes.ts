import { useApi } from "#client/app/api.ts"
import { type BulkRun, useBulkRun } from "#client/office/list/use-bulk-run.ts"
import type { MessageAction } from "#server/contract/messages.ts"
import { refreshMessages } from "./refresh-messages.ts"

export type MessageRun = BulkRun<MessageAction>

export function useMessageChanges() {
  const { client, queries } = useApi()
  return useBulkRun<MessageAction>({
    change: async (chunk) => ({ ...(await client.messages.change.mutate(chunk)), failed: [] }),
    undo: client.messages.undo.mutate,
    refresh: () => void refreshMessages(queries),
  })
}
