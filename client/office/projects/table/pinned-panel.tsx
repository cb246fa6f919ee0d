import { useRef, useState } from "react"
import { flushSync } from "react-dom"
import { loadingFailure } from "#client/app/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { UploadedThumbnail } from "#client/office/projects/uploaded-thumbnail.tsx"
import { MoveButton } from "#client/office/ui/move-button.tsx"
import { moved, startEntryDrag, takesEntry } from "#client/office/ui/reorder.ts"
import { Banner } from "#client/ui/banner.tsx"
import { type ManagedProject, PINS_MAX } from "#server/contract/projects.ts"
import type { Sector } from "#server/contract/sectors.ts"
import { pins as texts } from "./texts.ts"
import type { Pins } from "./use-pins.ts"

/** Orders the projects at the top of a sector by buttons and by dragging. */
export function PinnedPanel({ sector, pins }: { sector: Sector; pins: Pins }) {
  const [dragged, setDragged] = useState<{ id: number; order: ManagedProject[] }>()
  const section = useRef<HTMLElement>(null)
  const projects = dragged?.order ?? pins.projects ?? []

  function move(from: number, to: number, button: HTMLElement) {
    const project = projects[from]
    if (project) flushSync(() => pins.save(moved(projects, from, to), texts.pinned(project.name, to + 1)))
    button.focus()
  }

  function dragOver(index: number) {
    const from = projects.findIndex(({ id }) => id === dragged?.id)
    if (dragged && from >= 0 && from !== index) setDragged({ ...dragged, order: moved(projects, from, index) })
  }

  function endDrag() {
    setDragged(undefined)
    const index = projects.findIndex(({ id }) => id === dragged?.id)
    const project = projects[index]
    if (project && pins.projects?.[index]?.id !== project.id) pins.save(projects, texts.pinned(project.name, index + 1))
  }

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="pinned-title"
      className="mb-4 rounded-box border border-base-300 bg-base-100 p-4 outline-none"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="pinned-title" className="text-h3">
          {texts.title}
        </h2>
        <p className="text-sm text-base-content/75">{`${projects.length} / ${PINS_MAX}`}</p>
      </div>
      <p className="text-sm text-base-content/75">{texts.lead(sector)}</p>
      <p aria-live="polite" className="sr-only">
        {pins.announcement}
      </p>
      {pins.error && (
        <div className="mt-3">
          <Banner tone="error">{loadingFailure(texts.loadingFailed, pins.error)}</Banner>
        </div>
      )}
      {pins.projects && projects.length === 0 && <p className="mt-3">{texts.none}</p>}
      <ol className="mt-3 grid gap-2">
        {projects.map((project, index) => (
          <li
            key={project.id}
            onDragOver={(event) => takesEntry(event) && dragOver(index)}
            className={`flex items-center gap-x-3 rounded-field border px-2 py-1 ${dragged?.id === project.id ? "border-primary opacity-60" : "border-base-300"}`}
          >
            {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is a shortcut for the buttons beside */}
            <div
              draggable
              title={texts.drag}
              onDragStart={(event) => {
                startEntryDrag(event)
                setDragged({ id: project.id, order: projects })
              }}
              onDragEnd={endDrag}
              className="flex min-w-0 grow cursor-grab items-center gap-3 py-1"
            >
              <span className="w-4 shrink-0 text-center font-display font-bold text-primary">{index + 1}</span>
              <UploadedThumbnail
                name={project.images[0]?.name}
                focus={project.images[0]?.focus}
                className="h-10 w-15 max-sm:hidden"
              />
              <span className="line-clamp-4 min-w-0 leading-5 sm:line-clamp-2 font-semibold wrap-anywhere">
                {project.name}
              </span>
            </div>
            <div className="flex shrink-0">
              <MoveButton
                icon="up"
                label={texts.of(texts.up, project.name)}
                disabled={index === 0}
                onPress={(button) => move(index, index - 1, button)}
              />
              <MoveButton
                icon="down"
                label={texts.of(texts.down, project.name)}
                disabled={index === projects.length - 1}
                onPress={(button) => move(index, index + 1, button)}
              />
              <button
                type="button"
                aria-label={texts.of(texts.unpin, project.name)}
                title={texts.unpin}
                className="btn btn-ghost btn-square"
                onClick={() => {
                  pins.unpin(project)
                  // The button is removed with its project.
                  section.current?.focus()
                }}
              >
                <Icon name="thumbtackOff" className="size-4.5" />
              </button>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
