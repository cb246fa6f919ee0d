import { Link } from "@tanstack/react-router"
import { projectEditor as copy } from "#client/copy/admin-project-editor.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import { StateBadge } from "#client/projects/state-badge.tsx"
import type { ManagedProject } from "#server/contract/projects.ts"
import type { SaveAction, SavePhase } from "./use-project-save.ts"

interface PublicationBarProps {
  project: ManagedProject
  phase: SavePhase
  action: SaveAction
  openSchedule: () => void
  withdraw: () => void
  restore: () => void
  onPreview: () => void
  onLinks: () => void
}

/** The project's state, and what can be done with it beside saving. */
export function PublicationBar({ project, phase, action, onPreview, onLinks, ...on }: PublicationBarProps) {
  const { id, state, slug } = project
  const isUnpublished = state === "draft" || state === "scheduled"

  function isBusy(one: SaveAction) {
    return phase === "saving" && action === one
  }

  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StateBadge state={state} />
          <span className="text-sm font-medium">{copy.since[state](formatDateTime(dateOf(project)))}</span>
        </p>
        <p className="text-sm text-base-content/75">{copy.leads[state]}</p>
      </div>
      <fieldset
        aria-label={copy.actions}
        className="grid grid-cols-2 gap-2 max-sm:w-full sm:flex sm:flex-wrap max-sm:*:last:odd:col-span-2"
      >
        {state !== "trashed" && (
          <>
            <button type="button" className="btn btn-outline btn-primary" onClick={onPreview}>
              {copy.preview}
            </button>
            <button type="button" className="btn btn-outline btn-primary" onClick={onLinks}>
              {copy.link}
            </button>
          </>
        )}
        <Link
          to="/admin/project-edit/$id/historique"
          params={{ id: String(id) }}
          className="btn btn-outline btn-primary"
        >
          {copy.history}
        </Link>
        {isUnpublished && (
          <button type="button" className="btn btn-outline btn-primary" onClick={on.openSchedule}>
            {copy.schedule}
          </button>
        )}
        {(state === "published" || state === "scheduled") && (
          <button type="button" aria-busy={isBusy("withdraw")} className="btn btn-outline" onClick={on.withdraw}>
            {copy.withdraw}
          </button>
        )}
        {state === "trashed" && (
          <button type="button" aria-busy={isBusy("restore")} className="btn btn-primary" onClick={on.restore}>
            {copy.restore}
          </button>
        )}
        {state === "published" && (
          <a href={`/realisations/${slug}`} className="btn btn-ghost">
            {copy.seePage}
          </a>
        )}
      </fieldset>
    </div>
  )
}

function dateOf({ state, updatedAt, publishedAt, publishAt, deletedAt }: ManagedProject): string {
  const dates = { draft: updatedAt, scheduled: publishAt, published: publishedAt, trashed: deletedAt }
  return dates[state] ?? updatedAt
}
