import type { ReactNode, RefObject } from "react"
import { buttons } from "./texts.ts"

interface DialogButtonsProps {
  dialog: RefObject<HTMLDialogElement | null>
  cancel?: string
  /** Whether the button that cancels has the focus when the dialog opens. */
  isSafest?: boolean
  /** They stand before the button that cancels. */
  others?: ReactNode
  /** The main button. */
  children: ReactNode
}

/** The last row of a dialog, which cancels before it acts. */
export function DialogButtons({
  dialog,
  cancel = buttons.cancel,
  isSafest = false,
  others,
  children,
}: DialogButtonsProps) {
  return (
    <div className="mt-6 flex flex-wrap justify-end gap-3 max-xs:*:grow [.grid>&]:mt-0">
      {others}
      {/* biome-ignore lint/a11y/noAutofocus: the safe choice has the focus when the dialog opens */}
      <button type="button" autoFocus={isSafest} className="btn" onClick={() => dialog.current?.close()}>
        {cancel}
      </button>
      {children}
    </div>
  )
}
