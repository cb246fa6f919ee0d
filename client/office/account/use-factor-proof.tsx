import { type ReactNode, useState } from "react"
import { errorData } from "#client/app/failures.ts"
import { ModalDialog } from "#client/office/ui/modal-dialog.tsx"
import type { FactorProof } from "#server/contract/factors.ts"
import { FactorChoice } from "./factor-form.tsx"
import { factors } from "./factor-texts.ts"

type WithProof = <Result>(action: (proof?: FactorProof) => Promise<Result>) => Promise<Result>

interface Pending {
  give: (proof: FactorProof) => Promise<void>
  cancel: () => void
}

/**
 * Returns `withProof(action)`, which runs a change of factors. If the server asks for one of them, it shows the dialog
 * and runs the action with what is given. The returned dialog has to be rendered.
 */
export function useFactorProof(): {
  withProof: WithProof
  dialog: ReactNode
} {
  const [pending, setPending] = useState<Pending>()

  async function withProof<Result>(action: (proof?: FactorProof) => Promise<Result>): Promise<Result> {
    try {
      return await action()
    } catch (error) {
      if (errorData(error)?.reason !== "factor proof") throw error
      return new Promise((resolve, reject) =>
        setPending({
          async give(proof) {
            resolve(await action(proof))
            setPending(undefined)
          },
          cancel() {
            reject(error)
            setPending(undefined)
          },
        }),
      )
    }
  }

  return {
    withProof,
    dialog: pending && (
      <ModalDialog title={factors.proof.title} isSmall onClose={pending.cancel}>
        <div className="grid gap-4">
          <p>{factors.proof.lead}</p>
          <FactorChoice give={pending.give} />
        </div>
      </ModalDialog>
    ),
  }
}
