import { useEffect, useEffectEvent, useRef, useState } from "react"
import { useApi } from "#client/api.ts"
import { contentEditor as copy } from "#client/copy/admin-content.ts"
import { currentPage, failureKind, failureText, isCode, rejectedFields } from "#client/failures.ts"
import type { EditedPage, EditedVersion } from "#server/contract/content/edit.ts"
import { withValue } from "./edited-content.ts"
import { unsavedContent } from "./unsaved-content.ts"

const AUTOSAVE_MS = 1500
const RETRY_MS = 5000

export type SaveState = "saved" | "unsaved" | "saving" | "offline" | "signedOut" | "rejected"

/** `changed`: somebody typed on while it was saved. */
type SaveResult = "saved" | "changed" | "failed"

interface Latest {
  content: unknown
  /** What the content is based on. */
  base: EditedVersion
  opened: unknown
  /** Whether the server has the content. */
  isSaved: boolean
}

interface Conflict {
  mine: unknown
  theirs: EditedPage
  opened: unknown
}

/** A page's draft while it is edited: what is typed is kept on this device at once, and on the server soon after. */
export function useDraft(opened: EditedPage) {
  const { client, queries } = useApi()
  const unsaved = unsavedContent(queries.accounts.me.getData()?.id ?? 0, opened.page)
  const [recovered] = useState(() => unsaved.read())
  const [page, setPage] = useState(opened)
  const [content, setContent] = useState<unknown>(recovered?.content ?? opened.content)
  const [state, setState] = useState<SaveState>(recovered ? "unsaved" : "saved")
  const [rejection, setRejection] = useState("")
  const rejected = useRef<Readonly<Record<string, string>>>({})
  const [fieldErrors, setFieldErrors] = useState(rejected.current)
  const [savedAt, setSavedAt] = useState<Date>()
  const [conflict, setConflict] = useState<Conflict>()
  /** The newest values, for calls that were begun earlier. */
  const latest = useRef<Latest>({
    content,
    base: recovered?.version ?? versionOf(opened),
    opened: recovered?.opened ?? opened.content,
    isSaved: !recovered,
  })
  const saving = useRef<Promise<SaveResult>>(undefined)

  function edit(content: unknown) {
    Object.assign(latest.current, { content, isSaved: false })
    setContent(content)
    setState("unsaved")
    unsaved.store({ version: latest.current.base, opened: latest.current.opened, content })
  }

  function change(path: string, value: unknown) {
    edit(withValue(latest.current.content, path.split("."), value))
  }

  /** Continues with the saved page. What was typed since `sent` was sent stays. */
  function replaceWith(saved: EditedPage, sent: unknown = latest.current.content) {
    const isCurrent = latest.current.content === sent
    Object.assign(latest.current, { base: versionOf(saved), opened: saved.content })
    setPage(saved)
    setConflict(undefined)
    queries.content.edited.setData({ page: opened.page }, saved)
    void queries.content.pages.invalidate()
    rejected.current = {}
    setFieldErrors(rejected.current)
    if (!isCurrent) return edit(latest.current.content)
    Object.assign(latest.current, { content: saved.content, isSaved: true })
    setContent(saved.content)
    setState("saved")
    unsaved.forget()
  }

  function save(): Promise<SaveResult> {
    saving.current ??= send().finally(() => {
      saving.current = undefined
    })
    return saving.current
  }

  async function send(): Promise<SaveResult> {
    const { content, base } = latest.current
    setState("saving")
    try {
      const saved = await client.content.saveDraft.mutate({ ...base, content })
      setSavedAt(new Date())
      // The same content, so that fields with the focus are not rendered anew.
      replaceWith({ ...saved, content: content as object }, content)
      return latest.current.isSaved ? "saved" : "changed"
    } catch (error) {
      handleFailure(error)
      return "failed"
    }
  }

  function handleFailure(error: unknown) {
    const theirs = currentPage(error)
    if (theirs) return setConflict({ mine: latest.current.content, theirs, opened: latest.current.opened })
    if (isCode(error, "unauthorized")) return setState("signedOut")
    if (failureKind(error) !== "rejected") return setState("offline")
    rejected.current = rejectedFields(error) ?? {}
    setFieldErrors(rejected.current)
    setRejection(failureText(error) ?? "")
    setState("rejected")
  }

  /** Saves until the server has the newest content, however fast somebody types; returns whether it has. */
  async function saveAll(): Promise<boolean> {
    await saving.current
    while (!latest.current.isSaved) {
      if ((await save()) === "failed") return false
    }
    return true
  }

  const autosave = useEffectEvent(async () => {
    await saving.current
    if (!latest.current.isSaved && !conflict) void save()
  })
  // A timer outlives the rendering that started it; each edit starts the wait anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content starts the timer again
  useEffect(() => {
    if (!["unsaved", "offline", "signedOut"].includes(state)) return
    const timer = setTimeout(autosave, state === "unsaved" ? AUTOSAVE_MS : RETRY_MS)
    return () => clearTimeout(timer)
  }, [state, content])
  // Whoever leaves the editor at once has typed for the server too.
  useEffect(() => () => void autosave(), [])

  return {
    page,
    content,
    state,
    rejection,
    /** Of the last save, by the path of the field. */
    fieldErrors,
    firstRejected: () => Object.keys(rejected.current)[0],
    savedAt,
    conflict,
    isRecovered: recovered !== undefined,
    change,
    saveAll,
    replaceWith,
    handleFailure,
    /** What calls name, and the content that they are about. */
    current: () => ({ version: latest.current.base, content: latest.current.content }),
    waitUntilIdle: async () => void (await saving.current),
    /** Ends a conflict: the given content becomes the draft on top of the other version. */
    resolve(content: unknown) {
      if (!conflict) return
      Object.assign(latest.current, { base: versionOf(conflict.theirs), opened: conflict.theirs.content })
      setPage(conflict.theirs)
      setConflict(undefined)
      edit(content)
    },
    postpone() {
      setConflict(undefined)
      setState("rejected")
      setRejection(copy.conflict.title)
    },
  }
}

function versionOf({ page, revision, version }: EditedPage): EditedVersion {
  return { page, revision, version }
}
