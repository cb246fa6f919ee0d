import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "#client/app/api.ts"
import { loadingFailure } from "#client/app/failures.ts"
import type { Failure } from "#client/office/projects/save-error.ts"
import { projectDeletion } from "#client/office/projects/texts.ts"
import type { ManagedProject, ProjectSearch } from "#server/contract/projects.ts"
import type { DeletedProject } from "./deleted-project-notice.tsx"
import { withoutProject } from "./table-rows.ts"
import { useProjectRestoration } from "./use-project-restoration.ts"
import type { ChangedStatus } from "./use-status-change.ts"

/** The outcome of the last action. */
export type TableOutcome =
  | { kind: "deleted"; project: DeletedProject }
  | { kind: "restored"; name: string }
  | ({ kind: "status" } & ChangedStatus)
  | { kind: "failed"; failure: Failure }

/** Loads the rows, and holds the outcome of the last action and the project to be deleted. */
export function useProjectTable(params: ProjectSearch) {
  const { queries } = useApi()
  const table = useQuery(queries.projects.search.queryOptions(params, { placeholderData: keepPreviousData }))
  const restoration = useProjectRestoration()
  const [deleting, setDeleting] = useState<ManagedProject>()
  const [outcome, setOutcome] = useState<TableOutcome>()

  function showFailure(failure: Failure | undefined) {
    setOutcome(failure && { kind: "failed", failure })
  }

  return {
    table,
    deleting,
    outcome,
    clearOutcome: () => setOutcome(undefined),
    showFailure,
    showStatus: (changed: ChangedStatus) => setOutcome({ kind: "status", ...changed }),
    confirmDeletion(project: ManagedProject) {
      setOutcome(undefined)
      setDeleting(project)
    },
    cancelDeletion: () => setDeleting(undefined),
    finishDeletion(project: ManagedProject) {
      setDeleting(undefined)
      setOutcome({ kind: "deleted", project: { id: project.id, name: project.name, sector: project.sector } })
      queries.projects.search.setData(params, (data) => data && withoutProject(data, project))
    },
    restore(project: ManagedProject) {
      setOutcome(undefined)
      restoration.mutate(project, {
        onSuccess: ({ name }) => setOutcome({ kind: "restored", name }),
        onError: (error) => showFailure({ text: loadingFailure(projectDeletion.restorationFailed, error) }),
      })
    },
  }
}
