import { useMutation } from "@tanstack/react-query"
import { type ReactNode, useRef } from "react"
import { Banner } from "./banner.tsx"
import { BusyButton } from "./busy-button.tsx"
import { DialogButtons } from "./dialog-buttons.tsx"
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
      <DialogButtons dialog={dialog} cancel={cancel} isSafest>
        <BusyButton className="btn btn-error" isBusy={isBusy} onClick={onConfirm}>
          {isBusy ? buttons.pending : confirm}
        </BusyButton>
      </DialogButtons>
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
