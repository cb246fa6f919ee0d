import { useNavigate } from "@tanstack/react-router"
import { useMemo, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { useApi } from "#client/app/api.ts"
import { formatDateTime } from "#client/app/dates.ts"
import { failureText, rejectedFields } from "#client/app/failures.ts"
import { LeaveGuard } from "#client/office/editing/leave-guard.tsx"
import { momentOf, ScheduleDialog } from "#client/office/editing/schedule-dialog.tsx"
import { UnsavedOffer } from "#client/office/editing/unsaved-offer.tsx"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import type { EditedPage } from "#server/contract/content/edit.ts"
import type { FieldNode } from "#server/contract/content/field-tree.ts"
import { contentTree } from "#server/contract/content/pages.ts"
import { ContentConflict } from "./content-conflict.tsx"
import { EditedSections } from "./edited-sections.tsx"
import { Preview } from "./preview.tsx"
import { PublishBar } from "./publish-bar.tsx"
import { contentEditor as texts } from "./texts.ts"
import { currentPage, useDraft } from "./use-draft.ts"

interface Attempt {
  work: () => Promise<EditedPage>
  /** Whether an earlier attempt, whose response was lost, has made the page like this. */
  isDone: (current: EditedPage) => boolean
  done: (saved: EditedPage) => string
  /** It precedes the error's own text. */
  failed: string
  keepsEdits?: boolean
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
  const { client } = useApi()
  const navigate = useNavigate()
  const draft = useDraft(opened)
  const { page, content, conflict } = draft
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
  const [generation, setGeneration] = useState(0)
  const hasPreview = page.page !== "parametres"

  const allErrors = useMemo(() => ({ ...draft.fieldErrors, ...errors }), [draft.fieldErrors, errors])

  // The memoized field of an unchanged value may call an earlier `change`, so this reads the latest state.
  function change(path: string, value: unknown) {
    setMessage((message) => (message?.tone === "error" ? undefined : message))
    setErrors((errors) => {
      const { [path]: cleared, ...others } = errors
      return cleared === undefined ? errors : others
    })
    draft.change(path, value)
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

  /** Runs a call about the draft and shows its outcome. Later input is kept unless `keepsEdits` is false. */
  async function attempt({ work, isDone, done, failed, keepsEdits = true }: Attempt) {
    setMessage(undefined)
    setErrors(noErrors)
    setScheduleFailure("")
    try {
      await draft.runAlone(async () => {
        const { content } = draft.current()
        const saved = await work().catch((error) => {
          const current = currentPage(error)
          if (!current || !isDone(current)) throw error
          return current
        })
        draft.replaceWith(saved, keepsEdits ? content : undefined)
        if (!keepsEdits) startAnew()
        setDialog(undefined)
        setMessage({ tone: "success", text: done(saved) })
      })
    } catch (error) {
      const fields = rejectedFields(error)
      if (fields?.at) return setScheduleFailure(fields.at)
      setDialog(undefined)
      const theirs = currentPage(error)
      if (theirs && draft.merge(theirs)) return setMessage({ tone: "error", text: failed + texts.conflict.title })
      if (theirs) {
        draft.fail(error)
        return draft.openConflict()
      }
      // The errors are rendered at once, so that the field has its error when it receives the focus.
      flushSync(() => {
        if (fields) setTab("edit")
        setErrors(fields ?? noErrors)
      })
      focusField(form.current, Object.keys(fields ?? noErrors)[0])
      setMessage({ tone: "error", text: fields ? texts.invalid : failed + (failureText(error) ?? "") })
    }
  }

  async function publish() {
    if (!(await draft.saveNow())) return focusField(form.current, draft.firstRejected())
    const { version } = draft.current()
    await attempt({
      work: () => client.content.publish.mutate(version),
      isDone: ({ state, content }) => state === "published" && draft.isCurrent(content),
      done: ({ revision }) => (revision === version.revision ? texts.nothingToPublish : texts.published),
      failed: texts.failure.publish,
    })
  }

  async function schedule(at: string | null) {
    if (!(await draft.saveNow())) return setDialog(undefined)
    await attempt({
      work: () => client.content.schedule.mutate({ ...draft.current().version, at }),
      isDone: ({ publishAt, content }) => momentOf(publishAt) === (at ?? "") && draft.isCurrent(content),
      done: ({ publishAt }) => (publishAt ? texts.scheduled(formatDateTime(publishAt)) : texts.unscheduled),
      failed: texts.failure.schedule,
    })
  }

  function discard() {
    return attempt({
      work: () => client.content.discard.mutate(draft.current().version),
      isDone: ({ state }) => state === "published",
      done: () => texts.discarded,
      failed: texts.failure.discard,
      keepsEdits: false,
    })
  }

  /** Renders the fields anew, since a list remembers the entry that was removed from the content before. */
  function startAnew() {
    setGeneration((count) => count + 1)
  }

  /** Ends a conflict. The field that had the focus before the dialog has it again, although it is another element. */
  function endConflict(end: () => void, other: OtherVersion) {
    flushSync(() => {
      end()
      startAnew()
    })
    if (document.activeElement === document.body) focusField(form.current, focused.current)
    setMessage({ tone: "success", text: texts.conflict.ended })
    setOther(other)
  }

  /** Puts the version that was not chosen in the place of the chosen one. */
  function takeOther({ content }: OtherVersion) {
    setMessage(undefined)
    setOther(undefined)
    startAnew()
    draft.edit(content)
  }

  return (
    <>
      <PublishBar
        {...draft}
        onChoose={conflict && draft.saveNow}
        isPublishing={pending === "publish"}
        onPublish={() => runUnlessBusy("publish", publish)}
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
      {!message && (
        <UnsavedOffer
          {...draft}
          onResume={(offer) => {
            startAnew()
            draft.resume(offer)
          }}
          onIgnore={draft.ignore}
        />
      )}
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
          key={generation}
          ref={form}
          className={`grid content-start gap-6 ${tab === "edit" ? "" : "max-xl:hidden"}`}
        >
          {hasPreview && (
            <p className="text-sm text-base-content/75">
              {texts.facts} {hasMarkup(tree) && texts.markup}
            </p>
          )}
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
          {...conflict}
          mine={content}
          onResolve={(chosen) =>
            endConflict(() => draft.resolve(chosen), {
              label: texts.conflict.restoreTheirs,
              content: conflict.theirs.content,
            })
          }
          onTakeTheirs={() =>
            endConflict(() => draft.replaceWith(conflict.theirs), { label: texts.conflict.restoreMine, content })
          }
          onClose={draft.postpone}
        />
      )}
      <LeaveGuard isUnsaved={draft.isAtRisk} />
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
