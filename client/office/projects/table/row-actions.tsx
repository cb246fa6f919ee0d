import { Link } from "@tanstack/react-router"
import { Icon } from "#client/icons/icon.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import { projectTable as texts } from "#client/office/projects/texts.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { RowButtons } from "./row-buttons.tsx"
import { pins as pinsTexts } from "./texts.ts"
import type { Pins } from "./use-pins.ts"

export interface ProjectRowEvents {
  onEdit: (project: ManagedProject) => void
  onDelete: (project: ManagedProject) => void
  onRestore: (project: ManagedProject) => void
  /** It is defined for the published projects of a sector, which can be pinned. */
  pins?: Pins | undefined
}

export function ProjectRowActions({ project, pins, ...on }: ProjectRowEvents & { project: ManagedProject }) {
  const can = useCan()
  if (!can("projects.write")) return <ViewLinks project={project} />
  if (project.state === "trashed") {
    return (
      <button
        type="button"
        aria-label={texts.restoreNamed(project.name)}
        className="btn btn-outline btn-primary px-3"
        onClick={() => on.onRestore(project)}
      >
        <Icon name="retry" className="size-4.5" />
        {texts.restore}
      </button>
    )
  }
  return (
    <>
      {pins && <PinButton project={project} pins={pins} />}
      <RowButtons projectName={project.name} onEdit={() => on.onEdit(project)} onDelete={() => on.onDelete(project)} />
    </>
  )
}

/** Links for users who may only read. */
function ViewLinks({ project: { id, name, state } }: { project: ManagedProject }) {
  return (
    <>
      {state !== "trashed" && (
        <a
          href={`/admin/projects/${id}/preview`}
          target="_blank"
          rel="noreferrer"
          aria-label={texts.viewNamed(name)}
          title={texts.view}
          className="btn btn-outline btn-primary btn-square"
        >
          <Icon name="eye" />
        </a>
      )}
      <Link
        to="/admin/project-edit/$id/historique"
        params={{ id: String(id) }}
        aria-label={texts.historyNamed(name)}
        title={texts.history}
        className="btn btn-outline btn-primary btn-square"
      >
        <Icon name="clock" />
      </Link>
    </>
  )
}

function PinButton({ project, pins }: { project: ManagedProject; pins: Pins }) {
  const isPinned = pins.projects?.some(({ id }) => id === project.id) ?? false
  const action = isPinned ? pinsTexts.unpin : pinsTexts.pin
  return (
    <button
      type="button"
      aria-label={pinsTexts.of(action, project.name)}
      title={action}
      disabled={!pins.projects}
      className={`btn btn-square ${isPinned ? "btn-primary" : "btn-outline btn-primary"}`}
      onClick={() => (isPinned ? pins.unpin(project) : pins.pin(project))}
    >
      <Icon name={isPinned ? "thumbtackOff" : "thumbtack"} />
    </button>
  )
}
