import type { UnsavedEdit } from "./unsaved-edits.ts"

/** The types that belong to one kind of editor. */
export interface Edited {
  /** What the server stores and returns, as a project or a page. */
  subject: object
  /** What calls have to name, so that they overwrite nothing newer. */
  version: unknown
  /** What is typed, as JSON. */
  value: unknown
}

/** A version that the server has stored, with the value that its editor shows. */
export interface Base<E extends Edited> {
  version: E["version"]
  value: E["value"]
}

/** What this device keeps of an edit. */
export interface KeptEdit<E extends Edited> {
  /** The version on which the changes are based; missing for something new. */
  base?: Base<E> | undefined
  typed: E["value"]
  /** The value of a save without a response, which the server may have stored. */
  sent?: E["value"] | undefined
  /** Idempotency key of the creation of something new. */
  idempotencyKey?: string | undefined
}

export type SaveState =
  | "saved"
  | "unsaved"
  | "saving"
  | "offline"
  | "unavailable"
  | "signedOut"
  | "otherAccount"
  | "rejected"

export interface Rejection {
  text: string
  /** Error messages by field. */
  fields: Readonly<Record<string, string>>
}

export interface EditState<E extends Edited> {
  /** What the server has stored, as far as that is known; undefined for something new. */
  subject: E["subject"] | undefined
  base: Base<E> | undefined
  typed: E["value"]
  /** How often something else has taken the place of what was typed, which the form has to show. */
  replacements: number
  /** What was typed when the server stored it. */
  saved: E["value"]
  sent: E["value"] | undefined
  idempotencyKey: string
  saveState: SaveState
  savedAt: Date | undefined
  rejection: Rejection
  /** What somebody else has stored meanwhile, and whether the user is choosing between the versions. */
  conflict: { theirs: E["subject"]; isOpen: boolean } | undefined
  /** What was typed on this device at earlier visits, from the newest. */
  offers: readonly UnsavedEdit<KeptEdit<E>>[]
  /** The key of the offer that was accepted automatically. */
  recovered: string | undefined
}

export type EditEvent<E extends Edited> =
  /** The form shows the saved value in its own way, for instance without line breaks. */
  | { type: "shown"; value: E["value"] }
  | { type: "typed"; value: E["value"] }
  /** The value takes the place of what is typed. */
  | { type: "replaced"; value: E["value"] }
  | { type: "sending"; value: E["value"] }
  /** The server has stored `value`; `typed` takes the place of what is typed. */
  | { type: "stored"; subject: E["subject"]; base: Base<E>; value: E["value"]; typed?: E["value"]; at: Date }
  /** Something new has been stored, whose own editor will open. */
  | { type: "created"; base: Base<E>; value: E["value"] }
  | { type: "failed"; saveState: SaveState; rejection?: Rejection | undefined }
  /** The server rejects a value that has been replaced since. */
  | { type: "dropped" }
  | { type: "conflicted"; theirs: E["subject"] }
  /** The user chooses between the two versions, or does so later. */
  | { type: "choosing"; isOpen: boolean }
  | { type: "resumed"; offer: UnsavedEdit<KeptEdit<E>> }
  | { type: "ignored"; key: string }
  /** The user has asked to save, and nothing is left to send. */
  | { type: "confirmed"; at: Date }
  /** The editor is done: what is still typed is not wanted. */
  | { type: "finished" }

const ACCEPTED: Rejection = { text: "", fields: {} }

interface Opened<E extends Edited> {
  subject: E["subject"] | undefined
  base: Base<E> | undefined
  value: E["value"]
  idempotencyKey: string
}

interface Found<E extends Edited> {
  edits: readonly UnsavedEdit<KeptEdit<E>>[]
  /** Whether what is typed is saved by itself, so that it is taken up by itself too. */
  isAutosaved: boolean
  isSame: (one: E["value"], other: E["value"]) => boolean
}

/** Returns the state of an editor that opens where the device may have kept edits. */
export function openEdit<E extends Edited>(opened: Opened<E>, { edits, isAutosaved, isSame }: Found<E>): EditState<E> {
  const { value, ...others } = opened
  const state: EditState<E> = {
    ...others,
    typed: value,
    replacements: 0,
    saved: value,
    sent: undefined,
    saveState: "saved",
    savedAt: undefined,
    rejection: ACCEPTED,
    conflict: undefined,
    offers: edits.filter(({ edit }) => isAutosaved || !isEqual(edit.typed, value)),
    recovered: undefined,
  }
  // What is based on another value is offered, since others have changed the subject since.
  const newest = state.offers.find(({ edit: { base, sent, typed } }) => {
    if (isEqual(base?.version, opened.base?.version)) return true
    return [base?.value, sent, typed].some((one) => one !== undefined && isSame(one, value))
  })
  if (!isAutosaved || !newest) return state
  return { ...reduceEdit(state, { type: "resumed", offer: newest }), recovered: newest.key }
}

export function reduceEdit<E extends Edited>(state: EditState<E>, event: EditEvent<E>): EditState<E> {
  switch (event.type) {
    case "shown":
      return isSaved(state) ? { ...state, typed: event.value, saved: event.value } : state
    case "typed":
      return compare({ ...state, typed: event.value })
    case "replaced":
      return compare(replaceTyped(state, event.value))
    case "sending":
      // Only one save can be without a response: it is sent again until the server has answered.
      return { ...state, sent: state.sent ?? event.value, saveState: "saving" }
    case "stored": {
      const { subject, base, value, at, typed = state.typed } = event
      const stored = { subject, base, saved: value, savedAt: at, sent: undefined }
      return compare({ ...replaceTyped(state, typed), ...stored, rejection: ACCEPTED, conflict: undefined })
    }
    case "created":
      return { ...state, base: event.base, saved: event.value }
    case "failed": {
      const { saveState, rejection = state.rejection } = event
      return { ...state, saveState, rejection, sent: saveState === "rejected" ? undefined : state.sent }
    }
    case "dropped":
      return compare({ ...state, sent: undefined })
    case "conflicted":
      return { ...state, sent: undefined, saveState: "rejected", conflict: { theirs: event.theirs, isOpen: false } }
    case "choosing":
      return { ...state, conflict: state.conflict && { ...state.conflict, isOpen: event.isOpen } }
    case "resumed": {
      const { base = state.base, typed, sent, idempotencyKey = state.idempotencyKey } = event.offer.edit
      return compare({ ...replaceTyped(withoutOffer(state, event.offer.key), typed), base, sent, idempotencyKey })
    }
    case "ignored":
      return withoutOffer(state, event.key)
    case "confirmed":
      return { ...state, savedAt: state.savedAt ?? event.at }
    case "finished":
      return compare({ ...state, saved: state.typed, sent: undefined })
  }
}

function compare<E extends Edited>(state: EditState<E>): EditState<E> {
  return { ...state, saveState: isSaved(state) ? "saved" : "unsaved" }
}

function replaceTyped<E extends Edited>(state: EditState<E>, typed: E["value"]): EditState<E> {
  return isEqual(typed, state.typed) ? state : { ...state, typed, replacements: state.replacements + 1 }
}

function withoutOffer<E extends Edited>(state: EditState<E>, key: string): EditState<E> {
  return { ...state, offers: state.offers.filter((offer) => offer.key !== key) }
}

/** Whether the server has stored what is typed. */
export function isSaved<E extends Edited>({ typed, saved, sent }: EditState<E>): boolean {
  return sent === undefined && isEqual(typed, saved)
}

/** Whether both are the same JSON. */
export function isEqual(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

export function keptEditOf<E extends Edited>({ base, typed, sent, idempotencyKey }: EditState<E>): KeptEdit<E> {
  return base ? { base, typed, sent } : { typed, idempotencyKey }
}

const RETRIED: readonly SaveState[] = ["offline", "unavailable", "signedOut", "otherAccount"]
const AUTOSAVE_MS = 1500
const RETRY_MS = 5000

/** Returns after which time what is typed is saved by itself; undefined if nothing is left, or the user has to act. */
export function autosaveDelay<E extends Edited>({ saveState, conflict }: EditState<E>): number | undefined {
  if (conflict) return undefined
  if (saveState === "unsaved") return AUTOSAVE_MS
  return RETRIED.includes(saveState) ? RETRY_MS : undefined
}
