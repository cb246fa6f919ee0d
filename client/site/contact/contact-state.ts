import type { RejectedFile } from "#client/uploads/queued-pictures.ts"
import type { RequestPicture } from "./picture-uploads.ts"

/** What the contact form shows, apart from its fields and their errors. */
export interface ContactState {
  pictures: readonly RequestPicture[]
  /** The files of the last choice that cannot be pictures of the request. */
  rejectedFiles: readonly RejectedFile[]
  /** Names of the pictures that were posted with a form without JavaScript; undefined until the request is opened. */
  attached?: readonly string[] | undefined
  /** Whether the request waits for the network. */
  isQueued: boolean
  /** Whether the browser then sends it even if the page is closed. */
  sendsInBackground: boolean
  /** Whether the fields contain values from an earlier visit. */
  isRestored: boolean
  /** Whether this device stores something of the form. */
  isKept: boolean
  /** Whether a request was sent since the form was opened. */
  isSent: boolean
  /** The receipt of the last request. */
  receipt?: { reference: string; statusUrl: string; message: string } | undefined
}

const CLOSED: ContactState = {
  pictures: [],
  rejectedFiles: [],
  attached: undefined,
  isQueued: false,
  sendsInBackground: false,
  isRestored: false,
  isKept: false,
  isSent: false,
}

export type ContactStore = ReturnType<typeof createStore>

const stores = new WeakMap<WeakKey, Map<string, ContactStore>>()

/**
 * Returns the store of the application, since visitors who leave the form and come back see the last receipt again. The
 * form of each status page, which has a token, has a store of its own.
 */
export function contactStore(application: WeakKey, token = ""): ContactStore {
  const ofApplication = stores.get(application) ?? new Map<string, ContactStore>()
  stores.set(application, ofApplication)
  const store = ofApplication.get(token) ?? createStore()
  ofApplication.set(token, store)
  return store
}

function createStore() {
  let state = CLOSED
  const listeners = new Set<() => void>()

  /** Typing changes nothing that is shown, so that the form is not rendered again with each letter. */
  function show(changed: Partial<ContactState>) {
    const next = { ...state, ...changed }
    if ((Object.keys(next) as (keyof ContactState)[]).every((key) => state[key] === next[key])) return
    state = next
    for (const listener of listeners) listener()
  }

  return {
    show,
    /** The form is left; only the receipt stays. */
    close: () => show(CLOSED),
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
