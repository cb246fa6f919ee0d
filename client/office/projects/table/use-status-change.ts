import { useMutation } from "@tanstack/react-query"
import { useApi } from "#client/app/api.ts"
import { currentProject, type Failure, savingFailure } from "#client/office/projects/save-error.ts"
import type { ManagedProject, ProjectSearch } from "#server/contract/projects.ts"
import type { Status } from "#server/contract/statuses.ts"
import { withProject } from "./table-rows.ts"

export interface StatusChangeProps {
  /** The search whose result contains the project. */
  params: ProjectSearch
  onFailure: (failure: Failure | undefined) => void
}

/** Shows the new status at once and saves it; if that fails, shows the old one again. */
export function useStatusChange({ id, status }: ManagedProject, { params, onFailure }: StatusChangeProps) {
  const { client, queries } = useApi()
  const table = queries.projects.search

  function updateRow(project: ManagedProject) {
    table.setData(params, (data) => data && withProject(data, project))
  }

  const saving = useMutation({
    // A second change waits for the first, since it has to name the version that the first one creates.
    scope: { id: `status of project ${id}` },
    mutationFn: (newStatus: Status) => {
      const version = table.getData(params)?.projects.find((project) => project.id === id)?.version
      return client.projects.update.mutate({ id, status: newStatus, version })
    },
    onMutate: () => onFailure(undefined),
    onSuccess: (project) => {
      updateRow(project)
      // The rows keep their places while the user works on them; other screens refetch.
      void queries.projects.invalidate(undefined, { refetchType: "none" })
      void queries.stats.invalidate()
    },
    onError: (error) => {
      const current = currentProject(error)
      if (current) updateRow(current)
      onFailure(savingFailure("update", error))
    },
  })

  return {
    status: saving.isPending ? saving.variables : status,
    saving: saving.isPending,
    change: (newStatus: Status | undefined) => newStatus && saving.mutate(newStatus),
  }
}
