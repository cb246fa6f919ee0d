import { useMutation } from "@tanstack/react-query"
import { type ReactNode, useRef } from "react"
import { Banner } from "./banner.tsx"
import { BusyButton } from "./busy-button.tsx"
import { ModalFrame } from "./modal-frame.tsx"
import { buttons } from "./texts.ts"

interface ConfirmDialogProps {
  question: string
  detail?: string
  confirm: string
  cancel?: string
  isBusy?: boolean
  failure?: string | undefined
  /** Fields below the detail. */
  children?: ReactNode
  onConfirm: () => void
  onCancel: () => void
}

/** The dialog is open while it is mounted; Escape and « Annuler » cancel it. */
export function ConfirmDialog({
  question,
  detail,
  confirm,
  cancel = buttons.cancel,
  isBusy = false,
  failure,
  children,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <ModalFrame ref={dialog} title={question} onClose={onCancel}>
      {detail && <p className="mt-2 text-base-content/80">{detail}</p>}
      {children}
      {failure && (
        <div className="mt-4">
          <Banner tone="error">{failure}</Banner>
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-xs:*:grow">
        {/* biome-ignore lint/a11y/noAutofocus: the safe choice has the focus when the dialog opens */}
        <button type="button" autoFocus className="btn" onClick={() => dialog.current?.close()}>
          {cancel}
        </button>
        <BusyButton className="btn btn-error" isBusy={isBusy} onClick={onConfirm}>
          {isBusy ? buttons.pending : confirm}
        </BusyButton>
      </div>
    </ModalFrame>
  )
}

interface ConfirmActionProps extends Pick<ConfirmDialogProps, "question" | "detail" | "confirm" | "onCancel"> {
  /** It is told whether an earlier attempt has failed. */
  action: (isRepeated: boolean) => Promise<unknown>
  explain: (error: unknown) => string
}

/** Runs an action once it is confirmed, and offers a retry after a failure. */
export function ConfirmAction({ action, explain, ...question }: ConfirmActionProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: action })
  const failure = error ? explain(error) : undefined
  return <ConfirmDialog {...question} isBusy={isPending} failure={failure} onConfirm={() => mutate(error !== null)} />
}
