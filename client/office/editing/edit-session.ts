import { createUuid } from "#client/app/uuid.ts"
import { failedState, rejectionOf } from "./edit-failure.ts"
import {
  autosaveDelay,
  type Base,
  type EditEvent,
  type Edited,
  isEqual,
  isSaved,
  type KeptEdit,
  keptEditOf,
  openEdit,
  type Rejection,
  reduceEdit,
  type SaveState,
} from "./edit-state.ts"
import { registerEditor } from "./open-editors.ts"
import { type UnsavedEdit, unsavedEdits } from "./unsaved-edits.ts"

/** What the session of one kind of editor has to know about it. */
export interface EditAdapter<E extends Edited> {
  /** Names what is edited, or that it is new, in the keys of what this device keeps. */
  scopeOf: (accountId: number, version: E["version"] | undefined) => string
  baseOf: (subject: E["subject"]) => Base<E>
  /** Whether two values say the same to readers, however they were typed. */
  isSame: (one: E["value"], other: E["value"]) => boolean
  /** Whether nobody but editors sees what is saved, so that it is saved without being asked for. */
  isAutosaved: (subject: E["subject"]) => boolean
  /** Sends a value; throws `InvalidEdit` if it cannot be sent. */
  send: (base: Base<E>, value: E["value"], automatic: boolean) => Promise<E["subject"]>
  /** Returns what somebody else has stored, if a call failed with a conflict. */
  currentOf: (error: unknown) => E["subject"] | undefined
  /** Reads what this release or the one before has kept on the device; returns undefined for anything else. */
  readKept: (kept: unknown) => KeptEdit<E> | undefined
  onStored: (subject: E["subject"]) => void
  onRejected?: (fields: Rejection["fields"]) => void
}

interface Opened<E extends Edited> {
  accountId: number
  /** It is undefined for something new. */
  subject: E["subject"] | undefined
  /** What the editor shows first. */
  value: E["value"]
}

interface Act<E extends Edited> {
  call: (version: E["version"]) => Promise<E["subject"]>
  /** Whether an earlier attempt, whose response was lost, has had its effect. */
  isDone: (current: E["subject"]) => boolean
  /** Whether what is typed is dropped for what the call returns. */
  discards?: boolean
}

export type EditSession<E extends Edited> = ReturnType<typeof createEditSession<E>>

/** What decides whether this device keeps something, and what. */
const KEPT = ["base", "typed", "saved", "sent", "idempotencyKey"] as const

/** What one account edits in one editor: kept on this device at once, and saved soon after or when asked for. */
export function createEditSession<E extends Edited>(adapter: EditAdapter<E>, { accountId, subject, value }: Opened<E>) {
  const base = subject === undefined ? undefined : adapter.baseOf(subject)
  let device = deviceOf(base)
  let isKept = true
  let state = openEdit<E>(
    { subject, base, value, idempotencyKey: createUuid() },
    { edits: device.list(), isAutosaved: isAutosaved(subject), isSame: adapter.isSame },
  )
  let isOpen = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const listeners = new Set<() => void>()

  function deviceOf(base: Base<E> | undefined) {
    return unsavedEdits(adapter.scopeOf(accountId, base?.version), adapter.readKept)
  }

  function dispatch(event: EditEvent<E>) {
    const before = state
    state = reduceEdit(state, event)
    if (KEPT.some((name) => before[name] !== state[name])) keep()
    // Each letter begins the delay anew; anything else leaves a delay that has begun.
    if (before.typed !== state.typed || before.saveState !== state.saveState || !timer) schedule()
    for (const listener of listeners) listener()
  }

  function keep() {
    if (isSaved(state)) device.forget()
    else isKept = device.store(keptEditOf(state))
  }

  function schedule() {
    clearTimeout(timer)
    const delay = isOpen && isAutosaved(state.subject) ? autosaveDelay(state) : undefined
    timer = delay === undefined ? undefined : setTimeout(autosave, delay)
  }

  function isAutosaved(subject: E["subject"] | undefined) {
    return subject !== undefined && adapter.isAutosaved(subject)
  }

  /** Runs one call after the other, since each outdates the version that another one names. */
  function alone<Result>(call: () => Promise<Result>): Promise<Result> {
    const result = last.then(call)
    last = result.catch(() => undefined)
    return result
  }

  function autosave() {
    clearTimeout(timer)
    timer = undefined
    return alone(async () => {
      if (state.conflict || !isAutosaved(state.subject) || isSaved(state)) return
      // The state says why it failed.
      await send(state.typed, { automatic: true }).catch(() => undefined)
    })
  }

  function requireBase(): Base<E> {
    if (!state.base) throw new Error("What is new has to be created first")
    return state.base
  }

  /** Sends a value, which the form shows as `typed`, until the server has it. */
  async function send(value: E["value"], { typed = value, automatic }: { typed?: E["value"]; automatic: boolean }) {
    do {
      const base = requireBase()
      dispatch({ type: "sending", value })
      const { sent } = state
      try {
        stored(await adapter.send(base, sent, automatic), sent === value ? typed : sent)
        if (sent === value) return
      } catch (error) {
        const theirs = adapter.currentOf(error)
        const saveState = failedState(error)
        // What was typed since may be valid.
        if (!theirs && saveState === "rejected" && sent !== value) dispatch({ type: "dropped" })
        else if (!theirs) throw fail(error, saveState)
        else if (!merge(theirs, value, typed)) throw error
        // Visitors would see it: somebody has published meanwhile.
        else if (automatic && !isAutosaved(state.subject)) return
      }
    } while (state.base && !adapter.isSame(state.base.value, value))
  }

  function fail(error: unknown, saveState: SaveState) {
    const rejection = saveState === "rejected" ? rejectionOf(error) : undefined
    dispatch({ type: "failed", saveState, rejection })
    if (rejection) adapter.onRejected?.(rejection.fields)
    return error
  }

  function stored(subject: E["subject"], value: E["value"], typed: E["value"] = state.typed) {
    dispatch({ type: "stored", subject, base: adapter.baseOf(subject), value, typed, at: new Date() })
    adapter.onStored(subject)
  }

  /** Continues with what the server has just stored, and with what was typed since. */
  function accept(subject: E["subject"]) {
    stored(subject, state.saved)
  }

  /** Continues with what the server has, in place of what is typed. */
  function replace(subject: E["subject"]) {
    const { value } = adapter.baseOf(subject)
    stored(subject, value, value)
  }

  /** Continues from the server's version, and returns true, unless somebody else has changed its value. */
  function merge(theirs: E["subject"], value: E["value"] = state.typed, typed: E["value"] = value): boolean {
    const current = adapter.baseOf(theirs).value
    const known = [value, state.sent, state.base?.value].find(
      (one) => one !== undefined && adapter.isSame(one, current),
    )
    if (known === undefined) dispatch({ type: "conflicted", theirs })
    else stored(theirs, known === value ? typed : known)
    return known !== undefined
  }

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Begins to save by itself; the returned function saves the last edits and ends that. */
    open() {
      isOpen = true
      if (state.recovered) device.forget(state.recovered)
      keep()
      schedule()
      const unregister = registerEditor(autosave)
      return () => {
        isOpen = false
        unregister()
        void autosave()
      }
    },
    /** Takes what the form shows before anybody types. */
    show: (value: E["value"]) => dispatch({ type: "shown", value }),
    type(value: E["value"]) {
      if (!isEqual(value, state.typed)) dispatch({ type: "typed", value })
    },
    /** Takes a value in place of what is typed. */
    put: (value: E["value"]) => dispatch({ type: "replaced", value }),
    /** Sends a value once, which the form shows as what is typed; throws what the server answers. */
    save(value: E["value"]) {
      const { typed } = state
      return alone(() => send(value, { typed, automatic: false }))
    },
    /** Saves because the user asked for it, and returns whether the server has all that is typed. */
    async saveNow(): Promise<boolean> {
      const isDone = await alone(async () => {
        try {
          while (!isSaved(state)) await send(state.typed, { automatic: false })
          dispatch({ type: "confirmed", at: new Date() })
          return true
        } catch {
          return false
        }
      })
      if (state.conflict) dispatch({ type: "choosing", isOpen: true })
      return isDone
    },
    /** Runs another call about the base version, such as a publication, and keeps what is typed. */
    act: ({ call, isDone, discards = false }: Act<E>): Promise<E["subject"]> =>
      alone(async () => {
        const subject = await call(requireBase().version).catch((error) => {
          const theirs = adapter.currentOf(error)
          const isLost = theirs !== undefined && isDone(theirs)
          if (!theirs || !((isLost && discards) || merge(theirs)) || !isLost) throw error
          return theirs
        })
        if (discards) replace(subject)
        else accept(subject)
        return subject
      }),
    accept,
    replace,
    /** Something new was stored: what is typed until its own editor opens is kept for that one. */
    handOver(created: E["subject"], value: E["value"]) {
      const base = adapter.baseOf(created)
      device.forget()
      device = deviceOf(base)
      dispatch({ type: "created", base, value })
    },
    /** Ends a conflict: the chosen value is typed on top of the other version. */
    resolve(chosen: E["value"]) {
      if (state.conflict) stored(state.conflict.theirs, adapter.baseOf(state.conflict.theirs).value, chosen)
    },
    /** Lets the user choose between two versions, if there is a conflict. */
    choose: () => dispatch({ type: "choosing", isOpen: true }),
    postpone: () => dispatch({ type: "choosing", isOpen: false }),
    resume(offer: UnsavedEdit<KeptEdit<E>>) {
      // What was typed before is set aside, and offered at the next visit.
      if (!isSaved(state)) device.setAside()
      device.forget(offer.key)
      dispatch({ type: "resumed", offer })
    },
    ignore({ key }: UnsavedEdit<KeptEdit<E>>) {
      device.forget(key)
      dispatch({ type: "ignored", key })
    },
    finish: () => dispatch({ type: "finished" }),
    /** Whether what is typed would be lost with the editor. */
    isAtRisk: () => !isSaved(state) && !isKept,
  }
}
