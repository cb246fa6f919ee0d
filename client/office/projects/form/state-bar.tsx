import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useApi } from "#client/app/api.ts"
import { editing } from "#client/office/editing/texts.ts"
import { formatDayTime } from "#client/office/french/dates.ts"
import { ProjectStateBadge } from "#client/office/projects/project-state-badge.tsx"
import { findMissing } from "#server/contract/project-drafts.ts"
import { STATE_SLUGS } from "#server/contract/project-states.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { projectEditor as texts } from "./texts.ts"

/** Shows the project's state, with a button for its history and further actions. */
export function StateBar({ project, children }: { project: ManagedProject; children: ReactNode }) {
  const { id, state } = project
  const shown = state === "scheduled" && findMissing(project) ? "incomplete" : state
  const navigate = useNavigate()
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ProjectStateBadge state={state} />
          <span className="text-sm font-medium">{texts.since[shown](formatDayTime(dateOf(project)))}</span>
        </p>
        <p className="text-sm text-base-content/75">{texts.leads[shown]}</p>
        <SlugNote project={project} />
      </div>
      <fieldset
        aria-label={texts.actions}
        className="grid grid-cols-2 gap-2 max-sm:w-full sm:flex sm:flex-wrap max-sm:*:last:odd:col-span-2"
      >
        <button
          type="button"
          className="btn btn-outline btn-primary"
          onClick={() => navigate({ to: "/admin/project-edit/$id/historique", params: { id: String(id) } })}
        >
          {texts.history}
        </button>
        {children}
      </fieldset>
    </div>
  )
}

/** Says why the page has a number in its URL. */
function SlugNote({ project: { id, slug } }: { project: ManagedProject }) {
  const { queries } = useApi()
  const [suffix] = /-(?:\d+|[0-9a-f]{8})$/.exec(slug) ?? []
  const { data: holder } = useQuery(queries.projects.slugHolder.queryOptions(id, { enabled: suffix !== undefined }))
  if (!holder || !suffix) return null
  if (holder.id === null) return <p className={note}>{texts.slug.ofErased(suffix)}</p>
  const text = holder.state === "trashed" ? texts.slug.ofTrashed : texts.slug.ofOther
  return (
    <p className={note}>
      {text(suffix, holder.name ?? "")}
      {". "}
      {holder.state === "trashed" ? (
        <Link to="/admin/projects" search={{ etat: STATE_SLUGS.trashed }} className="link-inline">
          {texts.slug.seeTrash}
        </Link>
      ) : (
        <Link to="/admin/project-edit/{-$id}" params={{ id: String(holder.id) }} className="link-inline">
          {texts.slug.seeOther}
        </Link>
      )}
    </p>
  )
}

const note = "text-sm text-base-content/75 wrap-anywhere"

function dateOf({ state, updatedAt, publishedAt, publishAt, deletedAt }: ManagedProject): string {
  const dates = { draft: updatedAt, scheduled: publishAt, published: publishedAt, trashed: deletedAt }
  return dates[state] ?? updatedAt
}

interface StateActionsProps {
  project: ManagedProject
  isWithdrawing: boolean
  onPreview: () => void
  onLinks: () => void
  onSchedule: () => void
  onWithdraw: () => void
}

export function StateActions({ project: { state, slug }, isWithdrawing, ...on }: StateActionsProps) {
  return (
    <>
      <button type="button" className="btn btn-outline btn-primary" onClick={on.onPreview}>
        {texts.preview}
      </button>
      <button type="button" className="btn btn-outline btn-primary" onClick={on.onLinks}>
        {texts.link}
      </button>
      {state !== "published" && (
        <button type="button" className="btn btn-outline btn-primary" onClick={on.onSchedule}>
          {texts.schedule}
        </button>
      )}
      {state !== "draft" && (
        <button type="button" aria-busy={isWithdrawing} className="btn btn-outline" onClick={on.onWithdraw}>
          {state === "scheduled" ? editing.scheduleDialog.remove : texts.withdraw}
        </button>
      )}
      {state === "published" && (
        <a href={`/realisations/${slug}`} className="btn btn-ghost">
          {texts.seePage}
        </a>
      )}
    </>
  )
}
