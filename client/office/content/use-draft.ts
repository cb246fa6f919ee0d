import { useRef, useState } from "react"
import { useApi } from "#client/app/api.ts"
import { errorData, failureText, rejectedFields } from "#client/app/failures.ts"
import { type UnsavedEdit, unsavedEdits } from "#client/office/editing/unsaved-edits.ts"
import { isFinal, useAutosave } from "#client/office/editing/use-autosave.ts"
import { findDifferences } from "#server/contract/content/differences.ts"
import type { EditedPage, EditedVersion } from "#server/contract/content/edit.ts"
import { contentTree } from "#server/contract/content/pages.ts"
import { withValue } from "./edited-content.ts"

interface UnsavedContent {
  /** The version on which the changes are based. */
  version: EditedVersion
  /** The content of that version. */
  opened: unknown
  content: unknown
  /** The content of a save without a response, which the server may have stored. */
  sent?: unknown
}

interface Latest extends UnsavedContent {
  /** Whether the server has stored the content. */
  isSaved: boolean
  /** Whether this device has stored the content that the server lacks. */
  isStored: boolean
}

interface Conflict {
  theirs: EditedPage
  opened: unknown
  /** Whether the user is choosing between the versions. */
  isOpen: boolean
}

/** Edits a page's draft. Changes are stored on this device at once, and on the server soon after. */
export function useDraft(opened: EditedPage) {
  const { client, queries } = useApi()
  const [unsaved] = useState(() => unsavedContent(queries.accounts.me.getData()?.id ?? 0, opened))
  const [offers, setOffers] = useState(() => unsaved.list())
  const tree = contentTree(opened.page)
  // What is based on other content is offered, since others have changed the page since.
  const [recovered] = useState(() => offers.find(({ edit }) => isSameVersion(edit.version, opened) || isBasedOn(edit)))
  const [page, setPage] = useState(opened)
  const [content, setContent] = useState<unknown>(recovered?.edit.content ?? opened.content)
  const [rejection, setRejection] = useState("")
  const rejected = useRef<Readonly<Record<string, string>>>({})
  const [fieldErrors, setFieldErrors] = useState(rejected.current)
  const [conflict, setConflict] = useState<Conflict>()
  /** The newest values, for callbacks that were created earlier. */
  const latest = useRef<Latest>({
    version: versionOf(opened),
    opened: opened.content,
    content: opened.content,
    ...recovered?.edit,
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
    store()
  }

  function store() {
    const { version, opened, content, sent } = latest.current
    latest.current.isStored = unsaved.store({ version, opened, content, sent })
  }

  function change(path: string, value: unknown) {
    edit(withValue(latest.current.content, path.split("."), value))
  }

  /** Continues with the saved page, and keeps what was typed since `sent` was sent. */
  function replaceWith(saved: EditedPage, sent: unknown = latest.current.content) {
    const isCurrent = latest.current.content === sent
    Object.assign(latest.current, { version: versionOf(saved), opened: saved.content, sent: undefined })
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
    if (recovered) ignore(recovered)
  }

  function ignore({ key }: UnsavedEdit<UnsavedContent>) {
    unsaved.forget(key)
    setOffers((offers) => offers.filter((offer) => offer.key !== key))
  }

  /** Continues with what was typed at an earlier visit, and sets aside what has been typed since. */
  function resume(offer: UnsavedEdit<UnsavedContent>) {
    if (!latest.current.isSaved) unsaved.setAside()
    Object.assign(latest.current, { sent: undefined, ...offer.edit })
    edit(offer.edit.content)
    ignore(offer)
  }

  async function send() {
    const { version, content } = latest.current
    // Only one save can be without a response: it is sent again until the server has answered.
    const { sent = content } = latest.current
    latest.current.sent = sent
    store()
    try {
      const saved = await client.content.saveDraft.mutate({ ...version, content: sent })
      // The content keeps its identity, so that fields with the focus are not rendered again.
      replaceWith({ ...saved, content: sent as object }, sent)
    } catch (error) {
      const theirs = currentPage(error)
      const isMerged = theirs && merge(theirs)
      if (isFinal(error)) latest.current.sent = undefined
      // What was typed since may be valid.
      const isOutdated = isFinal(error) && !theirs && sent !== latest.current.content
      if (!isMerged && !isOutdated) throw error
      if (!latest.current.isSaved) await send()
    }
  }

  /** Whether the server has the content that was edited, or what a save without a response has sent. */
  function isBasedOn({ opened: before, sent, content }: UnsavedContent): boolean {
    return [before, sent, content].some((one) => one !== undefined && isSame(one, opened.content))
  }

  function isSame(one: unknown, other: unknown): boolean {
    return findDifferences(tree, one, other).length === 0
  }

  /** Continues from the server's version, and returns true, unless somebody else has changed its content. */
  function merge(theirs: EditedPage): boolean {
    const { content, sent, opened } = latest.current
    const known = [content, sent, opened].find((one) => one !== undefined && isSame(one, theirs.content))
    if (known === undefined) return false
    replaceWith({ ...theirs, content: known as object }, known)
    return true
  }

  function onRejected(error: unknown) {
    const theirs = currentPage(error)
    if (theirs) return setConflict({ theirs, opened: latest.current.opened, isOpen: false })
    setRejection(failureText(error) ?? "")
    rejected.current = rejectedFields(error) ?? {}
    setFieldErrors(rejected.current)
  }

  /** Lets the user choose between the versions, if there is a conflict. */
  function openConflict() {
    setConflict((conflict) => conflict && { ...conflict, isOpen: true })
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
    offers: offers.filter((offer) => offer !== recovered),
    resume,
    ignore,
    change,
    edit,
    replaceWith,
    merge,
    /** Whether the content is what is typed. */
    isCurrent: (content: unknown) => isSame(latest.current.content, content),
    /** The base version, which calls have to name, and the newest content. */
    current: () => ({ version: latest.current.version, content: latest.current.content }),
    /** Saves because the user asked for it. */
    async saveNow() {
      const isDone = await autosave.saveAll()
      if (!isDone || conflict) openConflict()
      return isDone
    },
    openConflict,
    /** Ends a conflict: the given content becomes the draft on top of the other version. */
    resolve(content: unknown) {
      if (!conflict) return
      Object.assign(latest.current, { version: versionOf(conflict.theirs), opened: conflict.theirs.content })
      setPage(conflict.theirs)
      setConflict(undefined)
      edit(content)
    },
    postpone: () => setConflict((conflict) => conflict && { ...conflict, isOpen: false }),
    /** Whether closing the editor without a network would lose something. */
    isAtRisk: () => !latest.current.isSaved && !latest.current.isStored,
  }
}

function unsavedContent(accountId: number, { page }: EditedPage) {
  return unsavedEdits(`content:${accountId}:${page}`, (value): UnsavedContent | undefined => {
    const { version, opened, content, sent } = (value ?? {}) as Partial<UnsavedContent>
    return version?.page === page && content ? { version, opened, content, sent } : undefined
  })
}

function isSameVersion(one: EditedVersion, other: EditedVersion): boolean {
  return one.revision === other.revision && one.version === other.version
}

function versionOf({ page, revision, version }: EditedPage): EditedVersion {
  return { page, revision, version }
}

/** Returns the page that somebody else has changed, if a call failed with a conflict. */
export function currentPage(error: unknown): EditedPage | undefined {
  const current = errorData(error)?.current
  return current && "page" in current ? current : undefined
}
