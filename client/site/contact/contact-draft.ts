import { withStorage } from "#client/app/browser-storage.ts"
import { CONTACT_DRAFT } from "#client/app/document-state.ts"
import { timeoutSignal } from "#client/app/timeout-signal.ts"

/** The typed values of the contact form, stored on this device until they are sent. */
export interface ContactDraft {
  /** Typed values by field name, without those that the page itself has filled in. */
  values: Record<string, string>
  /** When typing began, in milliseconds since 1970. */
  startedAt: number
  /** The last change, in milliseconds since 1970; drafts of earlier releases have none. */
  changedAt?: number
  /** Idempotency key of the request, which may be queued; it is valid until the request is changed. */
  requestId?: string | undefined
  /** The beginning of a message that the page had filled in. */
  prepared?: string | undefined
  /** Names of the photos that were posted with a form without JavaScript. */
  attached?: readonly string[]
}

const TABS_MAX = 9

const keys = Array.from({ length: TABS_MAX }, (_, tab) => CONTACT_DRAFT + (tab > 0 ? `-${tab}` : ""))

/** A tab that was closed or reloaded may still hold its lock for a moment. */
const WAIT_MS = 2000

let claimed: Promise<string> | undefined

/** Returns the key of a draft that no other open tab uses: the one of this tab, or else one that another has left. */
export function claimDraft(): Promise<string> {
  const own = withStorage(() => sessionStorage.getItem(CONTACT_DRAFT))
  const rank = (key: string) => 2 * Number(exists(key)) + Number(key === own)
  claimed ??= claimFirst([...keys].sort((one, other) => rank(other) - rank(one)))
  return claimed
}

async function claimFirst([key = CONTACT_DRAFT, ...others]: readonly string[]): Promise<string> {
  if (!(await isFree(key)) && others.length > 0) return claimFirst(others)
  withStorage(() => sessionStorage.setItem(CONTACT_DRAFT, key))
  return key
}

/** Locks a key until the tab is closed. Web Locks are missing on pages served over plain http, whose tabs share one. */
function isFree(key: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true)
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true)
      return new Promise(() => undefined)
    }
    navigator.locks.request(key, { signal: timeoutSignal(WAIT_MS) }, hold).catch(() => resolve(false))
  })
}

function exists(key: string): boolean {
  return withStorage(() => key in localStorage) === true
}

export function readDraft(key: string): ContactDraft | undefined {
  const draft = withStorage(() => JSON.parse(localStorage.getItem(key) ?? "null"))
  return typeof draft?.values === "object" && typeof draft.startedAt === "number" ? draft : undefined
}

export function storeDraft(key: string, draft: Omit<ContactDraft, "changedAt">): void {
  withStorage(() => localStorage.setItem(key, JSON.stringify({ ...draft, changedAt: Date.now() })))
}

/** Deletes the drafts of all tabs for which the condition holds, and returns their keys. */
export function deleteDrafts(isDeleted: (draft: ContactDraft) => boolean): string[] {
  const deleted = keys.filter((key) => {
    const draft = readDraft(key)
    return exists(key) && (!draft || isDeleted(draft))
  })
  for (const key of deleted) deleteDraft(key)
  return deleted
}

export function deleteDraft(key: string): void {
  withStorage(() => localStorage.removeItem(key))
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const NAMES = ["firstName", "lastName", "email", "phone", "sector", "message"]

function listControls(form: HTMLFormElement): Control[] {
  return NAMES.map((name) => form.elements.namedItem(name) as Control)
}

/** Returns the values that differ from those that the page has filled in. */
export function readChangedValues(form: HTMLFormElement, initial: Record<string, string>): Record<string, string> {
  const typed = listControls(form).filter(({ name, value }) => value !== (initial[name] ?? ""))
  return Object.fromEntries(typed.map(({ name, value }) => [name, value]))
}

/** Fills in the fields, except those that the visitor changed before the script was loaded. */
export function fillIn(form: HTMLFormElement, values: Record<string, string>, initial: Record<string, string>): void {
  for (const control of listControls(form)) {
    const value = values[control.name]
    if (value && control.value === (initial[control.name] ?? "")) control.value = value
  }
}
