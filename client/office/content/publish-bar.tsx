import type { ComponentProps, ReactNode } from "react"
import { SaveNote, SaveProblem } from "#client/office/editing/save-note.tsx"
import { formatDayTime } from "#client/office/french/dates.ts"
import { type EditedPage, isSettings } from "#server/contract/content/edit.ts"
import { publication, contentEditor as texts } from "./texts.ts"

interface PublishBarProps extends ComponentProps<typeof SaveNote>, ComponentProps<typeof SaveProblem> {
  page: EditedPage
  isPublishing: boolean
  onPublish: () => void
  onSchedule: () => void
  onDiscard: () => void
  onHistory: () => void
  /** The outcome of the last action, which stays in sight with the button. */
  children: ReactNode
}

/** A sticky bar with the state of the page and the actions on its draft. */
export function PublishBar({
  page,
  saveState,
  rejection,
  onChoose,
  savedAt,
  isPublishing,
  children,
  ...on
}: PublishBarProps) {
  const labels = publication[isSettings(page.page) ? "settings" : "page"]
  const hasDraft = page.state !== "published" || saveState !== "saved"
  const isChanged = hasDraft && page.state === "published"
  return (
    // On phones, only the publish button stays in sight.
    <div
      data-covers="top"
      className="z-20 flex flex-wrap items-center gap-2 max-md:contents md:sticky md:top-16 md:-mx-8 md:mb-4 md:border-b md:border-base-300 md:bg-base-200 md:px-8 md:py-3 lg:top-0"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-md:sticky max-md:top-16 max-md:z-20 max-md:-mx-4 max-md:mb-3 max-md:border-b max-md:border-base-300 max-md:bg-base-200 max-md:px-4 max-md:py-2 md:contents">
        <button type="button" aria-busy={isPublishing} className="btn btn-primary md:order-1" onClick={on.onPublish}>
          {isPublishing ? labels.pending : labels.button}
        </button>
        <p className="ml-auto text-right text-sm max-md:flex-1 max-md:basis-52 md:order-3" role="status">
          <span className="badge font-medium">{labels.states[isChanged ? "changed" : page.state]}</span>{" "}
          {page.publishAt && `${formatDayTime(page.publishAt)} · `}
          {/* Settings have no draft, and the badge says that they are changed. */}
          {(saveState === "saved" || !isSettings(page.page)) && <SaveNote saveState={saveState} savedAt={savedAt} />}
        </p>
        <div className="w-full text-sm empty:hidden md:order-4">
          <SaveProblem saveState={saveState} rejection={rejection} onChoose={onChoose} />
        </div>
        <div className="w-full *:mb-1 empty:hidden md:order-5">{children}</div>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-md:mb-4 md:order-2">
        {!isSettings(page.page) && (
          <button type="button" className="btn btn-outline btn-primary" onClick={on.onSchedule}>
            {texts.schedule}
          </button>
        )}
        <button type="button" className="btn btn-outline btn-primary" onClick={on.onHistory}>
          {texts.history}
        </button>
        <button type="button" className="btn btn-outline btn-primary" disabled={!hasDraft} onClick={on.onDiscard}>
          {texts.discard}
        </button>
      </div>
    </div>
  )
}
