import { withStorage } from "#client/browser-storage.ts"
import { CONTACT_DRAFT } from "#client/document-state.ts"

/** The typed values of the contact form, stored on this device until they are sent. */
interface ContactDraft {
  /** Typed values by field name, without those that the page itself has filled in. */
  values: Record<string, string>
  /** When typing began, in milliseconds since 1970. */
  startedAt: number
  /** Whether a request with these values waits for the network. */
  isQueued?: boolean
  /** Idempotency key of the request, which is valid until the request is changed. */
  requestId?: string | undefined
  /** Names of the photos that were posted with a form without JavaScript. */
  attached?: readonly string[]
}

export function readDraft(): ContactDraft | undefined {
  const draft = withStorage(() => JSON.parse(localStorage.getItem(CONTACT_DRAFT) ?? "null"))
  if (typeof draft?.values !== "object" || typeof draft.startedAt !== "number") return undefined
  // Earlier releases stored this property as isKept.
  return { ...draft, isQueued: draft.isQueued ?? draft.isKept }
}

export function storeDraft(draft: ContactDraft): void {
  withStorage(() => localStorage.setItem(CONTACT_DRAFT, JSON.stringify(draft)))
}

export function deleteDraft(): void {
  withStorage(() => localStorage.removeItem(CONTACT_DRAFT))
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
