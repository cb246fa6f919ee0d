import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "#client/api.ts"
import type { Failure } from "#client/projects/form/save-error.ts"
import type { ProjectSearch } from "#server/contract/project-search.ts"
import type { Project } from "#server/contract/projects.ts"
import type { DeletedProject } from "./deleted-banner.tsx"
import { withoutProject } from "./table-rows.ts"

/** The administrator's table: its rows, what was last done with one, and the one that is about to go. */
export function useProjectTable(asked: ProjectSearch) {
  const { queries } = useApi()
  const table = useQuery(queries.projects.search.queryOptions(asked, { placeholderData: keepPreviousData }))
  const [deleting, setDeleting] = useState<Project>()
  const [deleted, setDeleted] = useState<DeletedProject>()
  const [failure, setFailure] = useState<Failure>()

  function clearNotice() {
    setDeleted(undefined)
    setFailure(undefined)
  }

  return {
    table,
    deleting,
    deleted,
    failure,
    clearNotice,
    askToDelete(project: Project) {
      clearNotice()
      setDeleting(project)
    },
    keep: () => setDeleting(undefined),
    removed(project: Project, images: number) {
      setDeleting(undefined)
      setDeleted({ name: project.name, sector: project.sector, images })
      queries.projects.search.setData(asked, (shown) => shown && withoutProject(shown, project))
    },
    statusFailed(found: Failure | undefined) {
      setDeleted(undefined)
      setFailure(found)
    },
  }
}
