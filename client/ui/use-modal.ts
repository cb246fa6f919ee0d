import { type RefObject, useEffect } from "react"
import { tellModals } from "./front-dialog.ts"

/**
 * Opens a dialog while it is mounted, by showModal(), since the open attribute does not make it modal. Its element with
 * `data-autofocus`, or else its first control, has the focus. Browsers restore the focus when a dialog is closed, but
 * not when it is removed.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog opens once
  useEffect(() => {
    const opener = document.activeElement
    const element = dialog.current
    element?.showModal()
    element?.addEventListener("close", tellModals)
    tellModals()
    dialog.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus()
    return () => {
      element?.removeEventListener("close", tellModals)
      tellModals()
      if (opener instanceof HTMLElement) restoreFocus(opener)
    }
  }, [])
}

/** Focuses the opener, or the control of the closed menu that contains it. */
function restoreFocus(opener: HTMLElement) {
  const menu = opener.closest("details, [popover]")
  const control = menu && (menu.querySelector("summary") ?? document.querySelector(`[popovertarget="${menu.id}"]`))
  for (const element of [opener, control]) {
    if (document.activeElement === document.body && element instanceof HTMLElement) element.focus()
  }
}
