import { Link } from "@tanstack/react-router"
import { SaveNote, SaveProblem } from "#client/office/editing/save-note.tsx"
import { projectForm as texts } from "#client/office/projects/texts.ts"
import { LogInAgain } from "#client/office/ui/log-in-again.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { findMissing } from "#server/contract/project-drafts.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { projectEditor } from "./texts.ts"
import type { useProjectEdit } from "./use-project-edit.ts"
import type { SaveAction, useProjectSave } from "./use-project-save.ts"

interface SaveBarProps {
  edit: Pick<
    ReturnType<typeof useProjectEdit>,
    "project" | "isAutosaved" | "saveState" | "savedAt" | "rejection" | "conflict"
  >
  save: ReturnType<typeof useProjectSave>
  /** Error messages by field name. */
  errors: Record<string, string>
}

/** A sticky bar with the outcome of the last attempt above the buttons. */
export function SaveBar({ edit, save, errors }: SaveBarProps) {
  const { project, isAutosaved } = edit
  const { phase } = save
  const missing = project?.state === "scheduled" ? findMissing(project) : undefined
  const isCorrected = save.failure?.isOfFields && Object.keys(errors).length === 0
  const failure = isCorrected ? undefined : save.failure
  return (
    <div
      ref={scrollFieldAboveBar}
      data-covers="bottom"
      className="sticky bottom-0 z-10 -mx-4 grid gap-3 border-t border-base-300 bg-base-200 px-4 py-3 md:-mx-8 md:px-8"
    >
      {failure && (
        <Banner tone="error" title={failure.title}>
          {failure.text}
        </Banner>
      )}
      {failure?.signedOut && <LogInAgain />}
      {failure?.isOfPictures && (
        <button type="button" className="btn btn-outline btn-primary justify-self-start" onClick={save.goOn}>
          {texts.goOn}
        </button>
      )}
      {phase === "saved" && save.action === "submit" && (
        <Banner tone="success" title={project ? responseTexts.projectUpdated : responseTexts.projectCreated}>
          {project ? texts.goingToDashboard : texts.goingToList}
        </Banner>
      )}
      {isAutosaved && (
        <>
          <p role="status" className="text-sm font-medium text-error empty:hidden">
            {missing && projectEditor.incomplete(missing.names)}
          </p>
          <div className="text-sm empty:hidden">
            <SaveProblem {...edit} onChoose={edit.conflict && save.saveDraft} />
          </div>
        </>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Buttons edit={edit} save={save} />
        <Link to="/admin/projects" className={`btn btn-ghost ${isAutosaved ? "max-sm:hidden" : ""}`}>
          {isAutosaved ? projectEditor.backToList : texts.cancel}
        </Link>
        <div className="ml-auto text-sm text-base-content/75 max-sm:order-first max-sm:w-full">
          {isAutosaved ? (
            <p role="status">
              <SaveNote {...edit} />
            </p>
          ) : (
            <p className="max-md:hidden">{texts.shortcut}</p>
          )}
        </div>
      </div>
    </div>
  )
}

function Buttons({ edit: { project, isAutosaved }, save }: Omit<SaveBarProps, "errors">) {
  const { phase } = save

  /** Returns props without `disabled`, which would lose the focus; the form ignores a second action. */
  function propsOf(action: SaveAction, label: string) {
    const isBusy = save.action === action && (phase === "sending" || phase === "saving")
    const pending = phase === "sending" ? texts.sending : action === "publish" ? projectEditor.publishing : texts.saving
    return { "aria-busy": isBusy, "aria-disabled": phase === "saved", children: isBusy ? pending : label }
  }

  if (isAutosaved) {
    const label = project?.state === "draft" ? projectEditor.saveDraft : texts.submit.edit
    return (
      <>
        <button
          type="button"
          className="btn btn-primary max-sm:grow"
          onClick={save.publish}
          {...propsOf("publish", projectEditor.publish)}
        />
        <button type="submit" className="btn btn-outline btn-primary max-sm:grow" {...propsOf("draft", label)} />
      </>
    )
  }
  return (
    <>
      <button
        type="submit"
        className="btn btn-primary max-sm:grow"
        {...propsOf("submit", project ? texts.submit.edit : texts.submit.create)}
      />
      {!project && (
        <button
          type="button"
          className="btn btn-outline btn-primary max-sm:grow"
          onClick={save.saveDraft}
          {...propsOf("draft", projectEditor.saveDraft)}
        />
      )}
    </>
  )
}

/** Ref of a bar that sticks to the bottom: when the bar grows, the page scrolls the focused field clear of it. */
function scrollFieldAboveBar(bar: HTMLElement | null) {
  if (!bar) return
  let height = bar.offsetHeight
  const observer = new ResizeObserver(() => {
    const growth = bar.offsetHeight - height
    height = bar.offsetHeight
    const field = document.activeElement
    if (!field?.matches("input, textarea, select") || bar.contains(field)) return
    const covered = field.getBoundingClientRect().bottom - bar.getBoundingClientRect().top
    // A larger distance is left to the browser's smooth scroll to a newly focused field, which this would stop.
    if (covered > 0 && covered <= growth) scrollBy({ top: covered, behavior: "instant" })
  })
  observer.observe(bar)
  return () => observer.disconnect()
}
