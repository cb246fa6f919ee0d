import { type ReactNode, type RefObject, useId } from "react"
import { useModal } from "./use-modal.ts"

interface ModalFrameProps {
  ref: RefObject<HTMLDialogElement | null>
  title: string
  /** The classes of its size if it is wide, and has much to read before one of its buttons is pressed. */
  wideSize?: string
  onClose: () => void
  /** They close the dialog by the ref. */
  children: ReactNode
}

/** A dialog with buttons of its own. Open while it is mounted; Escape closes it. */
export function ModalFrame({ ref, title, wideSize, onClose, children }: ModalFrameProps) {
  const titleId = useId()
  useModal(ref)
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onClose={onClose}
      className={`m-auto rounded-box bg-base-100 text-base-content shadow-float backdrop:bg-neutral/60 ${wideSize ?? "w-[min(92vw,28rem)] p-6"}`}
    >
      {/* A title that can have the focus receives it when the dialog opens. */}
      <h2 id={titleId} tabIndex={wideSize ? -1 : undefined} className="text-h3 outline-none">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
