import { useMutation } from "@tanstack/react-query"
import { useApi } from "#client/api.ts"
import { presentProject } from "#client/projects/form/current-project.ts"
import { type Failure, savingFailure } from "#client/projects/form/save-error.ts"
import type { ProjectSearch } from "#server/contract/project-search.ts"
import type { Project } from "#server/contract/projects.ts"
import type { Status } from "#server/contract/statuses.ts"
import { withProject } from "./table-rows.ts"

export interface StatusChangeProps {
  /** The table that the project stands in. */
  asked: ProjectSearch
  onFailure: (failure: Failure | undefined) => void
}

/** Shows the new status at once and saves it behind; when that fails, the old one comes back. */
export function useStatusChange({ id, status }: Project, { asked, onFailure }: StatusChangeProps) {
  const { client, queries } = useApi()
  const table = queries.projects.search

  function keep(project: Project) {
    table.setData(asked, (shown) => shown && withProject(shown, project))
  }

  const saving = useMutation({
    // Two changes in a row are sent one after the other, each with the version that the one before it made.
    scope: { id: `status of project ${id}` },
    mutationFn: (chosen: Status) => {
      const version = table.getData(asked)?.projects.find((project) => project.id === id)?.version
      return client.projects.update.mutate({ id, status: chosen, version })
    },
    onMutate: () => onFailure(undefined),
    onSuccess: (project) => {
      keep(project)
      // The rows stay where they are while somebody works on them; other screens ask again.
      void queries.projects.invalidate(undefined, { refetchType: "none" })
      void queries.stats.invalidate()
    },
    onError: (error) => {
      const present = presentProject(error)
      if (present) keep(present)
      onFailure(savingFailure("update", error))
    },
  })

  return {
    status: saving.isPending ? saving.variables : status,
    saving: saving.isPending,
    change: (chosen: Status | undefined) => chosen && saving.mutate(chosen),
  }
}
