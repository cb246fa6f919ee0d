import { HONEYPOT } from "#server/contract/honeypot.ts"
import type { RequestRecord } from "./request-record.ts"

// The fields of the page are uncontrolled, so that they work before the script arrives.

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Puts the sentence that the page has prepared in front of a message that was written on another page. */
export function withPrepared(
  { values, prepared }: RequestRecord,
  initial: Record<string, string>,
): Record<string, string> {
  const { message, sector } = initial
  if (!message || !values.message || message === prepared || values.message.startsWith(message)) return values
  return { ...values, ...(sector && { sector }), message: message + values.message }
}

/** Lists the fields that people fill in. */
export function listControls(form: HTMLFormElement): Control[] {
  const controls = [...form.querySelectorAll<Control>("input, select, textarea")]
  return controls.filter(({ name, type }) => name !== HONEYPOT && type !== "file" && type !== "hidden")
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

/** Empties the fields, since a reset would restore the default values of a rejected form. */
export function clearFields(form: HTMLFormElement): void {
  for (const control of listControls(form)) control.value = ""
}
