import { type ReactNode, useId, useRef, useState } from "react"
import { Icon } from "#client/icons/icon.tsx"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import { ui } from "#client/ui/texts.ts"
import { useModal } from "#client/ui/use-modal.ts"
import { leaving } from "./texts.ts"

interface ModalDialogProps {
  title: string
  /** Whether it is small on phones too, where other dialogs cover the screen. */
  isSmall?: boolean
  /** Whether closing it would lose something, so that it asks first. */
  isUnsaved?: boolean
  onClose: () => void
  children: ReactNode
}

/** The dialog is open while it is mounted; Escape and « Fermer » close it. */
export function ModalDialog({ title, isSmall = false, isUnsaved = false, onClose, children }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  const titleId = useId()
  useModal(dialog)

  function close() {
    if (!isUnsaved) return onClose()
    dialog.current?.showModal()
    setIsAsking(true)
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // The event may come from an element inside, such as another dialog.
      onClose={({ target, currentTarget }) => target === currentTarget && close()}
      className={`m-auto scroll-pt-20 scroll-pb-56 overflow-y-auto bg-base-100 text-base-content shadow-float backdrop:bg-neutral/60 ${isSmall ? smallSize : size}`}
    >
      <div className="sticky top-0 z-20 flex items-center justify-between gap-3 border-b border-base-300 bg-base-100 px-4 py-2 md:px-6">
        <h2 id={titleId} className="min-w-0 text-xl">
          {title}
        </h2>
        <button
          type="button"
          aria-label={ui.close}
          className="btn btn-ghost btn-square shrink-0"
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="p-4 md:p-6">{children}</div>
      {isAsking && (
        <ConfirmDialog
          question={leaving.question}
          detail={leaving.detail}
          confirm={leaving.leave}
          cancel={leaving.stay}
          onConfirm={onClose}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </dialog>
  )
}

const size = "h-dvh max-h-none w-full max-w-[64rem] sm:h-fit sm:max-h-[92dvh] sm:w-[min(94vw,64rem)] sm:rounded-box"
const smallSize = "h-fit max-h-[92dvh] w-[min(94vw,30rem)] rounded-box"
