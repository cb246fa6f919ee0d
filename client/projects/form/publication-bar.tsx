import { useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { editing } from "#client/copy/admin-editing.ts"
import { projectEditor as copy } from "#client/copy/admin-project-editor.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import { ProjectStateBadge } from "#client/projects/project-state-badge.tsx"
import type { ManagedProject } from "#server/contract/projects.ts"

/** Shows the project's state, with a button for its history and further actions. */
export function PublicationBar({ project, children }: { project: ManagedProject; children: ReactNode }) {
  const { id, state } = project
  const navigate = useNavigate()
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ProjectStateBadge state={state} />
          <span className="text-sm font-medium">{copy.since[state](formatDateTime(dateOf(project)))}</span>
        </p>
        <p className="text-sm text-base-content/75">{copy.leads[state]}</p>
      </div>
      <fieldset
        aria-label={copy.actions}
        className="grid grid-cols-2 gap-2 max-sm:w-full sm:flex sm:flex-wrap max-sm:*:last:odd:col-span-2"
      >
        <button
          type="button"
          className="btn btn-outline btn-primary"
          onClick={() => navigate({ to: "/admin/project-edit/$id/historique", params: { id: String(id) } })}
        >
          {copy.history}
        </button>
        {children}
      </fieldset>
    </div>
  )
}

function dateOf({ state, updatedAt, publishedAt, publishAt, deletedAt }: ManagedProject): string {
  const dates = { draft: updatedAt, scheduled: publishAt, published: publishedAt, trashed: deletedAt }
  return dates[state] ?? updatedAt
}

interface PublicationActionsProps {
  project: ManagedProject
  isWithdrawing: boolean
  onPreview: () => void
  onLinks: () => void
  onSchedule: () => void
  onWithdraw: () => void
}

export function PublicationActions({ project: { state, slug }, isWithdrawing, ...on }: PublicationActionsProps) {
  return (
    <>
      <button type="button" className="btn btn-outline btn-primary" onClick={on.onPreview}>
        {copy.preview}
      </button>
      <button type="button" className="btn btn-outline btn-primary" onClick={on.onLinks}>
        {copy.link}
      </button>
      {state !== "published" && (
        <button type="button" className="btn btn-outline btn-primary" onClick={on.onSchedule}>
          {copy.schedule}
        </button>
      )}
      {state !== "draft" && (
        <button type="button" aria-busy={isWithdrawing} className="btn btn-outline" onClick={on.onWithdraw}>
          {state === "scheduled" ? editing.scheduleDialog.remove : copy.withdraw}
        </button>
      )}
      {state === "published" && (
        <a href={`/realisations/${slug}`} className="btn btn-ghost">
          {copy.seePage}
        </a>
      )}
    </>
  )
}
