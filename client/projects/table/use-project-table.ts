import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "#client/api.ts"
import type { Failure } from "#client/projects/save-error.ts"
import type { ManagedProject, ProjectSearch } from "#server/contract/projects.ts"
import type { DeletedProject } from "./deleted-message.tsx"
import { withoutProject } from "./table-rows.ts"

/** The rows, the outcome of the last action and the project whose deletion is to be confirmed. */
export function useProjectTable(params: ProjectSearch) {
  const { queries } = useApi()
  const table = useQuery(queries.projects.search.queryOptions(params, { placeholderData: keepPreviousData }))
  const [deleting, setDeleting] = useState<ManagedProject>()
  const [deleted, setDeleted] = useState<DeletedProject>()
  const [failure, setFailure] = useState<Failure>()

  function clearStatus() {
    setDeleted(undefined)
    setFailure(undefined)
  }

  return {
    table,
    deleting,
    deleted,
    failure,
    clearStatus,
    confirmDeletion(project: ManagedProject) {
      clearStatus()
      setDeleting(project)
    },
    cancelDeletion: () => setDeleting(undefined),
    finishDeletion(project: ManagedProject) {
      setDeleting(undefined)
      setDeleted({ id: project.id, name: project.name, sector: project.sector })
      queries.projects.search.setData(params, (data) => data && withoutProject(data, project))
    },
    showFailure(failure: Failure | undefined) {
      setDeleted(undefined)
      setFailure(failure)
    },
  }
}
