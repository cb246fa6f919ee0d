import { useNavigate } from "@tanstack/react-router"
import { useMemo, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { useApi } from "#client/app/api.ts"
import { failureText, rejectedFields } from "#client/app/failures.ts"
import { LeaveGuard } from "#client/office/editing/leave-guard.tsx"
import { momentOf, ScheduleDialog } from "#client/office/editing/schedule-dialog.tsx"
import { UnsavedOffer } from "#client/office/editing/unsaved-offer.tsx"
import { useEditSession } from "#client/office/editing/use-edit-session.ts"
import { formatDayTime } from "#client/office/french/dates.ts"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import { type EditedPage, isSettings } from "#server/contract/content/edit.ts"
import type { FieldNode } from "#server/contract/content/field-tree.ts"
import { contentTree } from "#server/contract/content/pages.ts"
import { ContentConflict } from "./content-conflict.tsx"
import { createContentSession, currentPage } from "./content-session.ts"
import { withValue } from "./edited-content.ts"
import { EditedSections } from "./edited-sections.tsx"
import { ClaimsContext } from "./field-editor.tsx"
import { MarkupContext } from "./markup-input.tsx"
import { Preview } from "./preview.tsx"
import { PublishBar } from "./publish-bar.tsx"
import { publication, contentEditor as texts } from "./texts.ts"

type Session = ReturnType<typeof createContentSession>

type Attempt = Parameters<Session["act"]>[0] & {
  done: (saved: EditedPage) => string
  /** It precedes the error's own text. */
  failed: string
}

interface Message {
  tone: "success" | "error"
  text: string
}

/** The version that was not chosen, which the server does not keep. */
interface OtherVersion {
  label: string
  content: unknown
}

type Action = "publish" | "schedule" | "discard"

const noErrors: Readonly<Record<string, string>> = {}

/** Shows the fields of a page beside a preview of it; narrow screens show them as two tabs. */
export function ContentEditor({ opened }: { opened: EditedPage }) {
  const api = useApi()
  const { client } = api
  const navigate = useNavigate()
  const { session, subject: page = opened, ...edit } = useEditSession(() => createContentSession(api, opened))
  const { typed: content, base, rejection, conflict } = edit
  const tree = contentTree(page.page)
  const form = useRef<HTMLDivElement>(null)
  const [errors, setErrors] = useState(noErrors)
  const [message, setMessage] = useState<Message>()
  const [other, setOther] = useState<OtherVersion>()
  const [dialog, setDialog] = useState<"schedule" | "discard">()
  const [scheduleFailure, setScheduleFailure] = useState("")
  const [pending, setPending] = useState<Action>()
  const [tab, setTab] = useState<"edit" | "preview">("edit")
  const [section, setSection] = useState<number>()
  const focused = useRef("")
  const hasPreview = !isSettings(page.page)
  const labels = publication[hasPreview ? "page" : "settings"]

  const allErrors = useMemo(() => ({ ...rejection.fields, ...errors }), [rejection, errors])

  // The memoized field of an unchanged value may call an earlier `change`, so this reads the latest state.
  function change(path: string, value: unknown) {
    setMessage(undefined)
    setErrors((errors) => {
      const { [path]: cleared, ...others } = errors
      return cleared === undefined ? errors : others
    })
    session.type(withValue(session.getState().typed, path, value))
  }

  /** Runs one action at a time, so that a double click does not run it twice. */
  async function runUnlessBusy(action: Action, work: () => Promise<void>) {
    if (pending) return
    setPending(action)
    try {
      await work()
    } finally {
      setPending(undefined)
    }
  }

  /** Runs a call about the draft and shows its outcome. */
  async function attempt({ done, failed, ...act }: Attempt) {
    setMessage(undefined)
    setErrors(noErrors)
    setScheduleFailure("")
    try {
      const { typed } = session.getState()
      const saved = await session.act(act)
      // Published texts have no spaces around them.
      if (session.getState().typed === typed) session.replace(saved)
      setDialog(undefined)
      setMessage({ tone: "success", text: done(saved) })
    } catch (error) {
      const fields = rejectedFields(error)
      if (fields?.at) return setScheduleFailure(fields.at)
      setDialog(undefined)
      if (currentPage(error)) {
        if (session.getState().conflict) return session.choose()
        return setMessage({ tone: "error", text: failed + texts.conflict.title })
      }
      // The errors are rendered at once, so that the field has its error when it receives the focus.
      flushSync(() => {
        if (fields) setTab("edit")
        setErrors(fields ?? noErrors)
      })
      focusField(form.current, Object.keys(fields ?? noErrors)[0])
      setMessage({ tone: "error", text: fields ? labels.invalid : failed + (failureText(error) ?? "") })
    }
  }

  /** Stores and applies what is typed, or neither. */
  function saveSettings() {
    return attempt({
      call: (version) => client.content.publish.mutate({ ...version, content: session.getState().typed }),
      isDone: ({ state }) => state === "published",
      done: ({ revision }) => (revision === base?.version.revision ? labels.nothing : labels.done),
      failed: labels.failed,
    })
  }

  async function publish() {
    const isSaved = await session.saveNow()
    const { base, rejection } = session.getState()
    if (!isSaved) return focusField(form.current, Object.keys(rejection.fields)[0])
    await attempt({
      call: client.content.publish.mutate,
      isDone: ({ state }) => state === "published",
      done: ({ revision }) => (revision === base?.version.revision ? labels.nothing : labels.done),
      failed: labels.failed,
    })
  }

  async function schedule(at: string | null) {
    if (!(await session.saveNow())) return setDialog(undefined)
    await attempt({
      call: (version) => client.content.schedule.mutate({ ...version, at }),
      isDone: ({ publishAt }) => momentOf(publishAt) === (at ?? ""),
      done: ({ publishAt }) => (publishAt ? texts.scheduled(formatDayTime(publishAt)) : texts.unscheduled),
      failed: texts.failure.schedule,
    })
  }

  function discard() {
    return attempt({
      call: client.content.discard.mutate,
      isDone: ({ state }) => state === "published",
      done: () => texts.discarded,
      failed: texts.failure.discard,
      discards: true,
    })
  }

  /** Ends a conflict. The field that had the focus before the dialog has it again, although it is another element. */
  function endConflict(end: () => void, other: OtherVersion) {
    flushSync(end)
    if (document.activeElement === document.body) focusField(form.current, focused.current)
    setMessage({ tone: "success", text: texts.conflict.ended })
    setOther(other)
  }

  /** Puts the version that was not chosen in the place of the chosen one. */
  function takeOther({ content }: OtherVersion) {
    setMessage(undefined)
    setOther(undefined)
    session.put(content)
  }

  return (
    <>
      <PublishBar
        {...edit}
        page={page}
        onChoose={conflict && session.saveNow}
        isPublishing={pending === "publish"}
        onPublish={() => runUnlessBusy("publish", hasPreview ? publish : saveSettings)}
        onSchedule={() => setDialog("schedule")}
        onDiscard={() => setDialog("discard")}
        onHistory={() => navigate({ to: "/admin/site-management/$page/historique", params: { page: page.page } })}
      />
      {message && (
        <StatusMessage tone={message.tone} onDismiss={() => setMessage(undefined)}>
          {message.text}
        </StatusMessage>
      )}
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
                errors={allErrors}
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
          isBusy={pending === "schedule"}
          failure={scheduleFailure}
          onSchedule={(at) => runUnlessBusy("schedule", () => schedule(at))}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === "discard" && (
        <ConfirmDialog
          question={texts.discardQuestion}
          detail={texts.discardDetail}
          confirm={texts.discard}
          cancel={texts.keep}
          isBusy={pending === "discard"}
          onConfirm={() => runUnlessBusy("discard", discard)}
          onCancel={() => setDialog(undefined)}
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

function focusField(form: HTMLElement | null, path: string | undefined) {
  const field = path && form?.querySelector<HTMLElement>(`[name="${CSS.escape(path)}"]`)
  if (field) field.focus()
}
