import { useEffect, useId, useRef } from "react"
import { Banner } from "./banner.tsx"

interface ConfirmDialogProps {
  question: string
  /** What the question is about. */
  detail?: string
  confirm: string
  cancel?: string
  /** Shown on the button meanwhile. */
  busy: boolean
  /** Why the last try failed. */
  failure?: string | undefined
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something is lost. It is open as long as it is drawn; Escape and « Annuler » leave everything as it is. */
export function ConfirmDialog({
  question,
  detail,
  confirm,
  cancel = "Annuler",
  busy,
  failure,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // A dialog is modal only when it is opened by its method.
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onCancel}
      className="m-auto w-[min(92vw,28rem)] rounded-box bg-base-100 p-6 text-base-content shadow-float backdrop:bg-neutral/60"
    >
      <h2 id={titleId} className="text-h3">
        {question}
      </h2>
      {detail && <p className="mt-2 break-words text-base-content/80">{detail}</p>}
      {failure && (
        <div className="mt-4">
          <Banner tone="error">{failure}</Banner>
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-xs:*:grow">
        {/* biome-ignore lint/a11y/noAutofocus: the harmless answer has the focus when the question appears */}
        <button type="button" autoFocus className="btn" onClick={() => dialog.current?.close()}>
          {cancel}
        </button>
        <button type="button" className="btn btn-error" disabled={busy} onClick={onConfirm}>
          {busy ? "Un instant…" : confirm}
        </button>
      </div>
    </dialog>
  )
}
