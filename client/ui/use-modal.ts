import { type RefObject, useEffect } from "react"

/**
 * Opens a dialog while it is mounted, by showModal(), since the open attribute does not make it modal. Its element with
 * `data-autofocus`, or else its first control, has the focus. Browsers restore the focus when a dialog is closed, but
 * not when it is removed.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog opens once
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    const giveNoticesBack = takeNotices(dialog.current)
    dialog.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus()
    return () => {
      giveNoticesBack()
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

/**
 * Moves the region of notices into the dialog, outside of which nothing is shown in front or read out. Its place in
 * React's tree is a frame of its own, beside which nothing is ever inserted.
 */
function takeNotices(dialog: HTMLDialogElement | null): () => void {
  const notices = document.querySelector("[data-notices]")
  const frame = notices?.parentElement
  if (!notices || !frame || !dialog) return () => undefined
  dialog.append(notices)
  return () => frame.append(notices)
}
