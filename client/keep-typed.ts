import { HYDRATED } from "./document-state.ts"

/**
 * Puts back what was typed before hydration if React renders the page anew, as it does where the browser has translated
 * it.
 */
export function keepTyped(): void {
  const fields = listFields()
  let focused: EventTarget | null = document.activeElement
  addEventListener("focusin", ({ target }) => {
    focused = target
  })
  const restoreAll = () => {
    for (const field of fields.filter(({ isConnected }) => !isConnected)) {
      const replacement = listFields().find(({ name }) => name === field.name)
      if (!replacement) continue
      restore(field, replacement)
      if (field === focused) replacement.focus()
    }
  }
  addEventListener(HYDRATED, restoreAll, { once: true })
}

function listFields(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>("input, select, textarea")].filter(({ name }) => name)
}

function restore({ value, files, checked }: HTMLInputElement, field: HTMLInputElement): void {
  if (checked !== field.checked) field.click()
  if (value === field.value) return
  if (files) field.files = files
  else field.value = value
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }))
}
