import { useApi } from "#client/app/api.ts"
import { type BulkRun, useBulkRun } from "#client/office/list/use-bulk-run.ts"
import { refreshProjects } from "#client/office/projects/refresh-projects.ts"
import type { BulkAction } from "#server/contract/projects.ts"

export type ProjectRun = BulkRun<BulkAction>

export function useProjectChanges() {
  const { client, queries } = useApi()
  const { start, ...changes } = useBulkRun<BulkAction>({
    change: client.projects.change.mutate,
    undo: client.projects.undo.mutate,
    refresh: () => void refreshProjects(queries),
  })
  return {
    ...changes,
    // The lowest row is changed first, since the project that is published last stands at the top.
    start: (action: BulkAction, ids: readonly number[]) => start(action, [...ids].reverse()),
  }
}
