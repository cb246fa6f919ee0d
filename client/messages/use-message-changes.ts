import { useApi } from "#client/api.ts"
import { type BulkRun, useBulkRun } from "#client/list/use-bulk-run.ts"
import { CHANGED_MAX, type MessageAction } from "#server/contract/messages.ts"

export type MessageRun = BulkRun<MessageAction>

export function useMessageChanges() {
  const { client, queries } = useApi()
  return useBulkRun<MessageAction>({
    chunkSize: CHANGED_MAX,
    change: async (chunk) => ({ ...(await client.messages.change.mutate(chunk)), failed: [] }),
    undo: async (batch) => ({ undone: (await client.messages.undo.mutate(batch)).changed, skipped: 0, more: false }),
    refresh() {
      void queries.messages.invalidate()
      void queries.stats.invalidate()
    },
  })
}
