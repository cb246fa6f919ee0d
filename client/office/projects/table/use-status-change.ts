import { useMutation } from "@tanstack/react-query"
import { useApi } from "#client/app/api.ts"
import { currentProject, type Failure, savingFailure } from "#client/office/projects/save-error.ts"
import type { ManagedProject, ProjectSearch } from "#server/contract/projects.ts"
import type { Status } from "#server/contract/statuses.ts"
import { withProject } from "./table-rows.ts"

export interface ChangedStatus {
  project: ManagedProject
  before: string | null
  /** Whether the change has undone another, which leaves nothing to undo. */
  isUndone?: boolean
}

export interface StatusChangeProps {
  /** The search whose result contains the project. */
  params: ProjectSearch
  onStatus: (changed: ChangedStatus) => void
  onFailure?: ((failure: Failure | undefined) => void) | undefined
}

/** Shows the new status at once and saves it; if that fails, shows the old one again. */
export function useStatusChange({ id, status }: ManagedProject, { params, onStatus, onFailure }: StatusChangeProps) {
  const { client, queries } = useApi()
  const table = queries.projects.search

  function updateRow(project: ManagedProject) {
    table.setData(params, (data) => data && withProject(data, project))
  }

  const saving = useMutation({
    // A second change waits for the first, since it has to name the version that the first one creates.
    scope: { id: `status of project ${id}` },
    mutationFn: async (newStatus: Status | null) => {
      const shown = table.getData(params)?.projects.find((project) => project.id === id)
      const project = await client.projects.update.mutate({ id, status: newStatus, version: shown?.version })
      return { project, before: shown ? shown.status : status }
    },
    onMutate: () => onFailure?.(undefined),
    onSuccess: (changed) => {
      updateRow(changed.project)
      // The rows keep their places while the user works on them; other screens refetch.
      void queries.projects.invalidate(undefined, { refetchType: "none" })
      void queries.stats.invalidate()
      onStatus(changed)
    },
    onError: (error) => {
      const current = currentProject(error)
      if (current) updateRow(current)
      onFailure?.(savingFailure("update", error))
    },
  })

  return {
    status: saving.isPending ? saving.variables : status,
    isPending: saving.isPending,
    error: saving.error,
    set: (newStatus: Status | null) => saving.mutate(newStatus),
  }
}
