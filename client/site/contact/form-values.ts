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

/** Empties the fields, since a reset would restore the default values of a rejected form. */
export function clearFields(form: HTMLFormElement): void {
  for (const control of form.querySelectorAll<HTMLInputElement>("input, select, textarea")) control.value = ""
}
