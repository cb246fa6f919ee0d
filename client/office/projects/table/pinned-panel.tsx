import { useRef, useState } from "react"
import { loadingFailure } from "#client/app/failures.ts"
import { UploadedThumbnail } from "#client/office/projects/uploaded-thumbnail.tsx"
import { EntryButton, moved, useSortable } from "#client/office/ui/sortable.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { type ManagedProject, PINS_MAX } from "#server/contract/projects.ts"
import type { Sector } from "#server/contract/sectors.ts"
import { pins as texts } from "./texts.ts"
import type { Pins } from "./use-pins.ts"

/** Orders the projects at the top of a sector by buttons and by dragging. */
export function PinnedPanel({ sector, pins }: { sector: Sector; pins: Pins }) {
  const [dragOrder, setDragOrder] = useState<ManagedProject[]>()
  const section = useRef<HTMLElement>(null)
  const projects = dragOrder ?? pins.projects ?? []
  const sortable = useSortable({
    keys: projects.map(({ id }) => id),
    onMove(from, to, how) {
      const order = moved(projects, from, to)
      if (how === "drag") setDragOrder(order)
      else save(order, to)
    },
    onDrop(index) {
      setDragOrder(undefined)
      save(projects, index)
    },
  })

  /** Saves an order in which the project at the index was moved, unless it is back at its place. */
  function save(order: ManagedProject[], index: number) {
    const project = order[index]
    if (project && pins.projects?.[index]?.id !== project.id) pins.save(order, texts.pinned(project.name, index + 1))
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
            {...sortable.entry(index)}
            className="flex items-center gap-x-3 rounded-field border border-base-300 px-2 py-1 data-dragged:border-primary data-dragged:opacity-60"
          >
            <div
              {...sortable.handle(index)}
              title={texts.drag}
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
              <EntryButton {...sortable.button(index, index - 1)} icon="up" label={texts.of(texts.up, project.name)} />
              <EntryButton
                {...sortable.button(index, index + 1)}
                icon="down"
                label={texts.of(texts.down, project.name)}
              />
              <EntryButton
                icon="thumbtackOff"
                label={texts.of(texts.unpin, project.name)}
                title={texts.unpin}
                onPress={() => {
                  pins.unpin(project)
                  // The button is removed with its project.
                  section.current?.focus()
                }}
              />
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
