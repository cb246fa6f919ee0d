import { HYDRATED } from "./document-state.ts"

/**
 * Puts back what was typed before hydration if React renders the page anew, as it does where the browser has translated
 * it or its data was published later, opens the menu that was open, and passes on clicks on what was replaced.
 */
export function keepUsed(): void {
  for (const part of document.body.children) part.addEventListener("click", passOn)
  const fields = listFields()
  let focused: EventTarget | null = document.activeElement
  addEventListener("focusin", ({ target }) => {
    focused = target
  })
  const menu = document.querySelector("[popover]:is(:popover-open, [open])")
  const restoreAll = () => {
    if (menu?.isConnected === false) document.getElementById(menu.id)?.showPopover()
    for (const field of fields.filter(({ isConnected }) => !isConnected)) {
      const replacement = listFields().find(({ name }) => name === field.name)
      if (!replacement) continue
      restore(field, replacement)
      if (field === focused) replacement.focus()
    }
  }
  addEventListener(HYDRATED, restoreAll, { once: true })
}

async function passOn({ target }: Event) {
  if (target instanceof HTMLElement && !target.isConnected) (await import("./find-again.ts")).findAgain(target)?.click()
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
