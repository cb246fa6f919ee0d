import { type ReactNode, useRef, useState } from "react"
import { confirmation as copy } from "#client/copy/confirmation.ts"
import { needsConfirmation } from "#client/failures.ts"
import { ModalDialog } from "#client/ui/modal-dialog.tsx"
import { ConfirmationForm } from "./confirmation-form.tsx"

interface Pending {
  confirmed: () => void
  cancelled: () => void
}

/**
 * `confirm(action)` runs the action, and where the server answers that the password or a passkey has to be given again,
 * asks for it in the dialog and runs the action once more. The dialog has to be rendered.
 */
export function useConfirmation(): {
  confirm: <Result>(action: () => Promise<Result>) => Promise<Result>
  dialog: ReactNode
} {
  const [isOpen, setIsOpen] = useState(false)
  const pending = useRef<Pending[]>([])

  async function confirm<Result>(action: () => Promise<Result>): Promise<Result> {
    try {
      return await action()
    } catch (error) {
      if (!needsConfirmation(error)) throw error
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      pending.current.push({ confirmed: resolve, cancelled: () => reject(error) })
      setIsOpen(true)
      await promise
      return action()
    }
  }

  function close(outcome: keyof Pending) {
    setIsOpen(false)
    for (const action of pending.current.splice(0)) action[outcome]()
  }

  const dialog = isOpen && (
    <ModalDialog title={copy.title} isSmall onClose={() => close("cancelled")}>
      <ConfirmationForm onConfirmed={() => close("confirmed")} />
    </ModalDialog>
  )
  return { confirm, dialog }
}
