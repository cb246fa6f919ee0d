import { type ReactNode, useRef, useState } from "react"
import { reauthentication as copy } from "#client/copy/reauthentication.ts"
import { errorData } from "#client/failures.ts"
import { ModalDialog } from "#client/ui/modal-dialog.tsx"
import { ReauthenticationForm } from "./reauthentication-form.tsx"

interface Pending {
  reauthenticated: () => void
  cancelled: () => void
}

/** Whether the server wants the password or a passkey again before it does this. */
export function needsReauthentication(error: unknown): boolean {
  return errorData(error)?.reason === "reauthentication"
}

export type WithReauthentication = <Result>(action: () => Promise<Result>) => Promise<Result>

/**
 * `withReauthentication(action)` runs the action, and where the server answers that the password or a passkey has to be
 * given again, asks for it in the dialog and runs the action once more. The dialog has to be rendered.
 */
export function useReauthentication(): {
  withReauthentication: WithReauthentication
  dialog: ReactNode
} {
  const [isOpen, setIsOpen] = useState(false)
  const pending = useRef<Pending[]>([])

  async function withReauthentication<Result>(action: () => Promise<Result>): Promise<Result> {
    try {
      return await action()
    } catch (error) {
      if (!needsReauthentication(error)) throw error
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      pending.current.push({ reauthenticated: resolve, cancelled: () => reject(error) })
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
      <ReauthenticationForm onReauthenticated={() => close("reauthenticated")} />
    </ModalDialog>
  )
  return { withReauthentication, dialog }
}
