import { useEffect, useEffectEvent, useRef, useState } from "react"
import { useApi } from "#client/api.ts"
import { contentEditor as copy } from "#client/copy/admin-content.ts"
import { currentPage, failureKind, failureText, isCode } from "#client/failures.ts"
import type { EditedPage, EditedVersion } from "#server/contract/content/edit.ts"
import { withValue } from "./edited-content.ts"
import { forgetUnsaved, readUnsaved, storeUnsaved } from "./unsaved-content.ts"

const AUTOSAVE_MS = 1500
const RETRY_MS = 5000

export type SaveState = "saved" | "unsaved" | "saving" | "offline" | "signedOut" | "rejected"

interface Conflict {
  mine: unknown
  theirs: EditedPage
  opened: unknown
}

/** A page's draft while it is edited: what is typed is kept on this device at once, and on the server soon after. */
export function useDraft(opened: EditedPage) {
  const { client, queries } = useApi()
  const [recovered] = useState(() => readUnsaved(opened.page))
  const [page, setPage] = useState(opened)
  const [content, setContent] = useState<unknown>(recovered?.content ?? opened.content)
  const [state, setState] = useState<SaveState>(recovered ? "unsaved" : "saved")
  const [rejection, setRejection] = useState("")
  const [savedAt, setSavedAt] = useState<Date>()
  const [conflict, setConflict] = useState<Conflict>()
  /** The newest values, for calls that were begun earlier. */
  const latest = useRef<{ content: unknown; base: EditedVersion; opened: unknown }>({
    content,
    base: recovered ? { ...versionOf(opened), ...recovered.version } : versionOf(opened),
    opened: opened.content,
  })
  const isSaved = useRef(!recovered)
  const saving = useRef<Promise<boolean>>(undefined)

  function edit(content: unknown) {
    latest.current.content = content
    isSaved.current = false
    setContent(content)
    setState("unsaved")
    storeUnsaved(opened.page, { version: latest.current.base, content })
  }

  function change(path: string, value: unknown) {
    edit(withValue(latest.current.content, path.split("."), value))
  }

  /** Shows what the server has answered. */
  function adopt(answer: EditedPage) {
    latest.current = { content: answer.content, base: versionOf(answer), opened: answer.content }
    isSaved.current = true
    setPage(answer)
    setContent(answer.content)
    setState("saved")
    setConflict(undefined)
    forgetUnsaved(opened.page)
    queries.content.edited.setData({ page: opened.page }, answer)
    void queries.content.pages.invalidate()
  }

  /** Whether the draft is now on the server. */
  function save(): Promise<boolean> {
    saving.current ??= send().finally(() => {
      saving.current = undefined
    })
    return saving.current
  }

  async function send(): Promise<boolean> {
    const { content, base } = latest.current
    setState("saving")
    try {
      const answer = await client.content.saveDraft.mutate({ ...base, content })
      const isCurrent = latest.current.content === content
      latest.current.base = versionOf(answer)
      latest.current.opened = content
      setPage(answer)
      setSavedAt(new Date())
      void queries.content.pages.invalidate()
      queries.content.edited.setData({ page: opened.page }, answer)
      if (!isCurrent) {
        setState("unsaved")
        return false
      }
      isSaved.current = true
      setState("saved")
      forgetUnsaved(opened.page)
      return true
    } catch (error) {
      reject(error)
      return false
    }
  }

  function reject(error: unknown) {
    const theirs = currentPage(error)
    if (theirs) return setConflict({ mine: latest.current.content, theirs, opened: latest.current.opened })
    if (isCode(error, "unauthorized")) return setState("signedOut")
    if (failureKind(error) !== "rejected") return setState("offline")
    setRejection(failureText(error) ?? "")
    setState("rejected")
  }

  /** Saves until the server has the newest content, however fast somebody types. */
  async function saveAll(): Promise<boolean> {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (isSaved.current) return true
      if (await save()) return true
    }
    return false
  }

  const autosave = useEffectEvent(() => void save())
  // A timer outlives the rendering that started it; each edit starts the wait anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content starts the timer again
  useEffect(() => {
    if (conflict || !["unsaved", "offline", "signedOut"].includes(state)) return
    const timer = setTimeout(autosave, state === "unsaved" ? AUTOSAVE_MS : RETRY_MS)
    return () => clearTimeout(timer)
  }, [state, content, conflict])

  return {
    page,
    content,
    state,
    rejection,
    savedAt,
    conflict,
    isRecovered: recovered !== undefined,
    change,
    save,
    saveAll,
    adopt,
    version: () => latest.current.base,
    /** Ends a conflict: what is given becomes the draft on top of the other version. */
    resolve(content: unknown) {
      if (!conflict) return
      latest.current.base = versionOf(conflict.theirs)
      setPage(conflict.theirs)
      setConflict(undefined)
      edit(content)
    },
    postpone() {
      setConflict(undefined)
      setState("rejected")
      setRejection(copy.conflict.title)
    },
    report: reject,
  }
}

function versionOf({ page, revision, version }: EditedPage): EditedVersion {
  return { page, revision, version }
}
