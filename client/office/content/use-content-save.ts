import { type RefObject, useState } from "react"
import { flushSync } from "react-dom"
import { useApi } from "#client/app/api.ts"
import { failureText, rejectedFields } from "#client/app/failures.ts"
import { momentOf } from "#client/office/editing/schedule-dialog.tsx"
import { formatDayTime } from "#client/office/french/dates.ts"
import { type EditedPage, isSettings } from "#server/contract/content/edit.ts"
import { type createContentSession, currentPage } from "./content-session.ts"
import { publication, contentEditor as texts } from "./texts.ts"

type Session = ReturnType<typeof createContentSession>

interface ContentSaveOptions {
  page: EditedPage["page"]
  session: Session
  /** The element around the fields. */
  form: RefObject<HTMLElement | null>
  /** Shows the fields where a narrow screen shows something else. */
  showFields: () => void
}

type Attempt = Parameters<Session["act"]>[0] & {
  done: (saved: EditedPage) => string
  /** It precedes the error's own text. */
  failed: string
}

interface Message {
  tone: "success" | "error"
  text: string
}

type Action = "publish" | "schedule" | "discard"

const noErrors: Readonly<Record<string, string>> = {}

/** Publishes, schedules or discards what is typed, one call at a time, and says what has become of it. */
export function useContentSave({ page, session, form, showFields }: ContentSaveOptions) {
  const { client } = useApi()
  const [errors, setErrors] = useState(noErrors)
  const [message, setMessage] = useState<Message>()
  const [dialog, setDialog] = useState<"schedule" | "discard">()
  const [scheduleFailure, setScheduleFailure] = useState("")
  const [pending, setPending] = useState<Action>()
  const labels = publication[isSettings(page) ? "settings" : "page"]

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
        if (fields) showFields()
        setErrors(fields ?? noErrors)
      })
      focusField(form.current, fields ?? noErrors)
      setMessage({ tone: "error", text: fields ? labels.invalid : failed + (failureText(error) ?? "") })
    }
  }

  /** Saves the draft before it is published; settings, which have none, are stored and applied by one call. */
  async function publish() {
    if (!isSettings(page) && !(await session.saveNow())) {
      return focusField(form.current, session.getState().rejection.fields)
    }
    const { base } = session.getState()
    await attempt({
      call: (version) =>
        client.content.publish.mutate({ ...version, ...(isSettings(page) && { content: session.getState().typed }) }),
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

  return {
    errors,
    /** Ends the message and the error of a field in which somebody types. */
    clearError(path: string) {
      setMessage(undefined)
      setErrors((errors) => {
        const { [path]: cleared, ...others } = errors
        return cleared === undefined ? errors : others
      })
    },
    message,
    say: setMessage,
    dialog,
    openDialog: setDialog,
    closeDialog: () => setDialog(undefined),
    scheduleFailure,
    pending,
    publish: () => runUnlessBusy("publish", publish),
    schedule: (at: string | null) => runUnlessBusy("schedule", () => schedule(at)),
    discard: () => runUnlessBusy("discard", discard),
  }
}

/** Focuses the first field of the page among those of the paths. */
export function focusField(form: HTMLElement | null, paths: Readonly<Record<string, unknown>>) {
  const named = Array.from(form?.querySelectorAll<HTMLElement>("[name]") ?? [])
  named.find((field) => Object.hasOwn(paths, field.getAttribute("name") ?? ""))?.focus()
}
