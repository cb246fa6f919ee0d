import { type RefObject, useEffect } from "react"

/**
 * Opens a dialog while it is mounted, by showModal(), since the open attribute does not make it modal. Browsers restore
 * the focus when a dialog is closed, but not when it is removed.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog opens once
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [])
}
