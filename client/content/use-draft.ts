import { useRef, useState } from "react"
import { useApi } from "#client/api.ts"
import { contentEditor as copy } from "#client/copy/admin-content.ts"
import { unsavedEdits } from "#client/editing/unsaved-edits.ts"
import { useAutosave } from "#client/editing/use-autosave.ts"
import { errorData, failureText, rejectedFields } from "#client/failures.ts"
import type { EditedPage, EditedVersion } from "#server/contract/content/edit.ts"
import { withValue } from "./edited-content.ts"

interface UnsavedContent {
  /** The version on which the changes are based. */
  version: EditedVersion
  /** The content of that version. */
  opened: unknown
  content: unknown
}

interface Latest {
  content: unknown
  /** The version that the content is based on. */
  base: EditedVersion
  opened: unknown
  /** Whether the server has stored the content. */
  isSaved: boolean
  /** Whether this device has stored the content that the server lacks. */
  isStored: boolean
}

interface Conflict {
  mine: unknown
  theirs: EditedPage
  opened: unknown
}

/** Edits a page's draft. Changes are stored on this device at once, and on the server soon after. */
export function useDraft(opened: EditedPage) {
  const { client, queries } = useApi()
  const [unsaved] = useState(() => unsavedContent(queries.accounts.me.getData()?.id ?? 0, opened))
  const [recovered] = useState(() => unsaved.list()[0])
  const [page, setPage] = useState(opened)
  const [content, setContent] = useState<unknown>(recovered?.edit.content ?? opened.content)
  const [rejection, setRejection] = useState("")
  const rejected = useRef<Readonly<Record<string, string>>>({})
  const [fieldErrors, setFieldErrors] = useState(rejected.current)
  const [conflict, setConflict] = useState<Conflict>()
  /** The newest values, for callbacks that were created earlier. */
  const latest = useRef<Latest>({
    content,
    base: recovered?.edit.version ?? versionOf(opened),
    opened: recovered?.edit.opened ?? opened.content,
    isSaved: !recovered,
    isStored: true,
  })
  const autosave = useAutosave({
    isSaved: () => latest.current.isSaved,
    isPaused: conflict !== undefined,
    send,
    onRejected,
  })

  function edit(content: unknown) {
    Object.assign(latest.current, { content, isSaved: false })
    setContent(content)
    autosave.edited()
    const { base: version, opened } = latest.current
    latest.current.isStored = unsaved.store({ version, opened, content })
  }

  function change(path: string, value: unknown) {
    edit(withValue(latest.current.content, path.split("."), value))
  }

  /** Continues with the saved page, and keeps what was typed since `sent` was sent. */
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
    autosave.markSaved()
    unsaved.forget()
    if (recovered) unsaved.forget(recovered.key)
  }

  async function send() {
    const { content, base } = latest.current
    const saved = await client.content.saveDraft.mutate({ ...base, content })
    // The content keeps its identity, so that fields with the focus are not rendered again.
    replaceWith({ ...saved, content: content as object }, content)
  }

  function onRejected(error: unknown) {
    const theirs = currentPage(error)
    setRejection(theirs ? copy.conflict.title : (failureText(error) ?? ""))
    if (theirs) return setConflict({ mine: latest.current.content, theirs, opened: latest.current.opened })
    rejected.current = rejectedFields(error) ?? {}
    setFieldErrors(rejected.current)
  }

  return {
    ...autosave,
    page,
    content,
    rejection,
    /** The errors of the last save by field path. */
    fieldErrors,
    firstRejected: () => Object.keys(rejected.current)[0],
    conflict,
    isRecovered: recovered !== undefined,
    change,
    replaceWith,
    /** The base version, which calls have to name, and the newest content. */
    current: () => ({ version: latest.current.base, content: latest.current.content }),
    /** Ends a conflict: the given content becomes the draft on top of the other version. */
    resolve(content: unknown) {
      if (!conflict) return
      Object.assign(latest.current, { base: versionOf(conflict.theirs), opened: conflict.theirs.content })
      setPage(conflict.theirs)
      setConflict(undefined)
      edit(content)
    },
    postpone: () => setConflict(undefined),
    /** Whether closing the editor without a network would lose something. */
    isAtRisk: () => !latest.current.isSaved && !latest.current.isStored,
  }
}

function unsavedContent(accountId: number, { page }: EditedPage) {
  const isEdit = (value: unknown): value is UnsavedContent => {
    const { version, content } = (value ?? {}) as Partial<UnsavedContent>
    return version?.page === page && Boolean(content)
  }
  return unsavedEdits(`content:${accountId}:${page}`, isEdit)
}

function versionOf({ page, revision, version }: EditedPage): EditedVersion {
  return { page, revision, version }
}

/** Returns the page that somebody else has changed, if a call failed with a conflict. */
export function currentPage(error: unknown): EditedPage | undefined {
  const current = errorData(error)?.current
  return current && "page" in current ? current : undefined
}
