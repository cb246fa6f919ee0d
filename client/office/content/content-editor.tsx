import { useNavigate } from "@tanstack/react-router"
import { useMemo, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { useApi } from "#client/app/api.ts"
import { LeaveGuard } from "#client/office/editing/leave-guard.tsx"
import { ScheduleDialog } from "#client/office/editing/schedule-dialog.tsx"
import { UnsavedOffer } from "#client/office/editing/unsaved-offer.tsx"
import { useEditSession } from "#client/office/editing/use-edit-session.ts"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import { type EditedPage, isSettings } from "#server/contract/content/edit.ts"
import type { FieldNode } from "#server/contract/content/field-tree.ts"
import { contentTree } from "#server/contract/content/pages.ts"
import { ContentConflict } from "./content-conflict.tsx"
import { createContentSession } from "./content-session.ts"
import { withValue } from "./edited-content.ts"
import { EditedSections } from "./edited-sections.tsx"
import { ClaimsContext } from "./field-editor.tsx"
import { MarkupContext } from "./markup-input.tsx"
import { Preview } from "./preview.tsx"
import { PublishBar } from "./publish-bar.tsx"
import { contentEditor as texts } from "./texts.ts"
import { focusField, useContentSave } from "./use-content-save.ts"

/** The version that was not chosen, which the server does not keep. */
interface OtherVersion {
  label: string
  content: unknown
}

/** Shows the fields of a page beside a preview of it; narrow screens show them as two tabs. */
export function ContentEditor({ opened }: { opened: EditedPage }) {
  const api = useApi()
  const navigate = useNavigate()
  const { session, subject: page = opened, ...edit } = useEditSession(() => createContentSession(api, opened))
  const { typed: content, base, rejection, conflict } = edit
  const tree = contentTree(page.page)
  const form = useRef<HTMLDivElement>(null)
  const [other, setOther] = useState<OtherVersion>()
  const [tab, setTab] = useState<"edit" | "preview">("edit")
  const [section, setSection] = useState<number>()
  const focused = useRef("")
  const hasPreview = !isSettings(page.page)
  const save = useContentSave({ page: page.page, session, form, showFields: () => setTab("edit") })
  const { message, dialog } = save

  const errors = useMemo(() => ({ ...rejection.fields, ...save.errors }), [rejection, save.errors])

  // The memoized field of an unchanged value may call an earlier `change`, so this reads the latest state.
  function change(path: string, value: unknown) {
    save.clearError(path)
    session.type(withValue(session.getState().typed, path, value))
  }

  /** Ends a conflict. The field that had the focus before the dialog has it again, although it is another element. */
  function endConflict(end: () => void, other: OtherVersion) {
    flushSync(end)
    if (document.activeElement === document.body) focusField(form.current, { [focused.current]: true })
    save.say({ tone: "success", text: texts.conflict.ended })
    setOther(other)
  }

  /** Puts the version that was not chosen in the place of the chosen one. */
  function takeOther({ content }: OtherVersion) {
    save.say(undefined)
    setOther(undefined)
    session.put(content)
  }

  return (
    <>
      <PublishBar
        {...edit}
        page={page}
        onChoose={conflict && session.saveNow}
        isPublishing={save.pending === "publish"}
        onPublish={save.publish}
        onSchedule={() => save.openDialog("schedule")}
        onDiscard={() => save.openDialog("discard")}
        onHistory={() => navigate({ to: "/admin/site-management/$page/historique", params: { page: page.page } })}
      >
        {message && (
          <StatusMessage tone={message.tone} onDismiss={() => save.say(undefined)}>
            {message.text}
          </StatusMessage>
        )}
      </PublishBar>
      {other && (
        <button type="button" className="btn mb-4" onClick={() => takeOther(other)}>
          {other.label}
        </button>
      )}
      {!message && <UnsavedOffer {...edit} onResume={session.resume} onIgnore={session.ignore} />}
      {hasPreview && (
        <fieldset aria-label={texts.tabs.label} className="mb-4 flex flex-wrap gap-2 xl:hidden">
          {(["edit", "preview"] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={tab === one}
              className="btn btn-outline btn-primary grow aria-pressed:bg-primary aria-pressed:text-primary-content"
              onClick={() => setTab(one)}
            >
              {texts.tabs[one]}
            </button>
          ))}
        </fieldset>
      )}
      <div className={hasPreview ? "grid gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]" : ""}>
        <div
          // A list remembers the entry that was removed from the content before.
          key={edit.replacements}
          ref={form}
          className={`grid content-start gap-6 ${tab === "edit" ? "" : "max-xl:hidden"}`}
        >
          {hasPreview && (
            <p className="text-sm text-base-content/75">
              {texts.facts} {hasMarkup(tree) && texts.markup}
            </p>
          )}
          <ClaimsContext value={opened.claims}>
            <MarkupContext value={hasPreview}>
              <EditedSections
                tree={tree}
                content={content}
                errors={errors}
                onChange={change}
                onFocus={(position, name) => {
                  setSection(position)
                  if (name) focused.current = name
                }}
              />
            </MarkupContext>
          </ClaimsContext>
        </div>
        {hasPreview && (
          <div
            className={`xl:sticky xl:top-24 xl:h-[calc(100dvh-8rem)] ${tab === "preview" ? "h-[80dvh]" : "max-xl:hidden"}`}
          >
            <Preview page={page.page} content={content} section={section} isChosen={tab === "preview"} />
          </div>
        )}
      </div>
      {dialog === "schedule" && (
        <ScheduleDialog
          detail={texts.scheduleDetail}
          publishAt={page.publishAt}
          isBusy={save.pending === "schedule"}
          failure={save.scheduleFailure}
          onSchedule={save.schedule}
          onClose={save.closeDialog}
        />
      )}
      {dialog === "discard" && (
        <ConfirmDialog
          question={texts.discardQuestion}
          detail={texts.discardDetail}
          confirm={texts.discard}
          cancel={texts.keep}
          isBusy={save.pending === "discard"}
          onConfirm={save.discard}
          onCancel={save.closeDialog}
        />
      )}
      {conflict?.isOpen && (
        <ContentConflict
          tree={tree}
          theirs={conflict.theirs}
          mine={content}
          opened={base?.value}
          onResolve={(chosen) =>
            endConflict(() => session.resolve(chosen), {
              label: texts.conflict.restoreTheirs,
              content: conflict.theirs.content,
            })
          }
          onTakeTheirs={() =>
            endConflict(() => session.replace(conflict.theirs), { label: texts.conflict.restoreMine, content })
          }
          onClose={session.postpone}
        />
      )}
      {hasPreview ? (
        <LeaveGuard isUnsaved={session.isAtRisk} />
      ) : (
        <LeaveGuard isUnsaved={() => session.getState().saveState !== "saved"} detail={texts.settingsUnsaved} />
      )}
    </>
  )
}

/** Whether a page has texts with bold words and links, which single lines have not. */
function hasMarkup({ kind, fields = [], entry }: FieldNode): boolean {
  return kind === "text" || (entry !== undefined && hasMarkup(entry)) || fields.some(([, field]) => hasMarkup(field))
}
