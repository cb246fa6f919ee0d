import { useEffect, useEffectEvent, useRef, useState } from "react"
import { errorData, failureKind, isCode, isSessionOver } from "#client/app/failures.ts"
import { clearToken } from "#client/app/session.ts"

const AUTOSAVE_MS = 1500
const RETRY_MS = 5000
const LAST_SAVE_MS = 4000

/** The autosaves of the open editors. */
const autosaves = new Set<() => Promise<void>>()

export type SaveState =
  | "saved"
  | "unsaved"
  | "saving"
  | "offline"
  | "unavailable"
  | "signedOut"
  | "otherAccount"
  | "rejected"

const TRIED_AGAIN: readonly SaveState[] = ["unsaved", "offline", "unavailable", "signedOut", "otherAccount"]

interface Autosaved {
  /** Whether the server has stored the newest edit. */
  isSaved: () => boolean
  /** Whether nothing may be sent, for instance while a conflict waits for a decision. */
  isPaused: boolean
  /** Sends the newest edit and marks it as saved, or throws. */
  send: () => Promise<void>
  /** Handles an error that another attempt would not change. */
  onRejected: (error: unknown) => void
}

/** Saves on the server soon after each edit, and tries again after a failure of the network or the session. */
export function useAutosave({ isSaved, isPaused, send, onRejected }: Autosaved) {
  const [state, setState] = useState<SaveState>(() => (isSaved() ? "saved" : "unsaved"))
  const [savedAt, setSavedAt] = useState<Date>()
  const [edits, setEdits] = useState(0)
  const saving = useRef<Promise<boolean>>(undefined)

  function edited() {
    setState("unsaved")
    setEdits((count) => count + 1)
  }

  /** Returns whether the edit was saved, even if somebody has typed more since. */
  function save(): Promise<boolean> {
    saving.current ??= attempt().finally(() => {
      saving.current = undefined
    })
    return saving.current
  }

  async function attempt() {
    setState("saving")
    try {
      await send()
      setSavedAt(new Date())
      setState(isSaved() ? "saved" : "unsaved")
      return true
    } catch (error) {
      fail(error)
      return false
    }
  }

  function fail(error: unknown) {
    if (isCode(error, "unauthorized")) {
      clearToken()
      return setState("signedOut")
    }
    if (isSessionOver(error)) return setState("otherAccount")
    if (isTemporary(error) && !(error instanceof InvalidEdit)) {
      return setState(failureKind(error) === "network" ? "offline" : "unavailable")
    }
    setState("rejected")
    onRejected(error)
  }

  /** Saves until the server has the newest edit, and returns whether it has. */
  async function saveAll(): Promise<boolean> {
    await saving.current
    while (!isSaved()) if (!(await save())) return false
    // The user who asked to save sees a time, even if nothing was left to send.
    setSavedAt((at) => at ?? new Date())
    return true
  }

  /** Runs another call that names the version of the last save. No save overlaps it, since one would outdate the other. */
  async function runAlone(call: () => Promise<void>) {
    while (saving.current) await saving.current
    let end = () => {}
    saving.current = new Promise((resolve) => {
      end = () => resolve(false)
    })
    try {
      await call()
    } finally {
      saving.current = undefined
      end()
    }
  }

  const autosave = useEffectEvent(async () => {
    await saving.current
    if (isPaused) return
    if (isSaved()) setState("saved")
    else await save()
  })
  // The timer outlives a rendering, and each edit starts it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of edits starts the timer again
  useEffect(() => {
    if (!TRIED_AGAIN.includes(state)) return
    const timer = setTimeout(autosave, state === "unsaved" ? AUTOSAVE_MS : RETRY_MS)
    return () => clearTimeout(timer)
  }, [state, edits])
  // The last edits are saved if the editor is closed before the delay is over.
  useEffect(() => {
    autosaves.add(autosave)
    return () => {
      autosaves.delete(autosave)
      void autosave()
    }
  }, [])

  return {
    state,
    savedAt,
    edited,
    saveAll,
    fail,
    /** Notes that the server has the newest edit, whoever sent it. */
    markSaved() {
      setState("saved")
      setSavedAt(new Date())
    },
    runAlone,
  }
}

/** Saves what was typed last while the session is still valid, unless that takes too long. */
export async function saveOpenEditors(): Promise<void> {
  const saved = Promise.all([...autosaves].map((autosave) => autosave()))
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, LAST_SAVE_MS))])
}

/** Whether the server would reject the same again, also after another log-in. */
export function isFinal(error: unknown): boolean {
  return !isTemporary(error) && !isSessionOver(error)
}

/** Whether the same call may succeed a little later. */
function isTemporary(error: unknown): boolean {
  const { httpStatus = 0 } = errorData(error) ?? {}
  return httpStatus === 429 || httpStatus >= 500 || failureKind(error) !== "rejected"
}

/** Thrown for typed values that are invalid and were not sent. */
export class InvalidEdit extends Error {
  readonly fields: Record<string, string>

  constructor(fields: Record<string, string>) {
    super(Object.values(fields)[0])
    this.fields = fields
  }
}
