import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "#client/app/api.ts"
import { Loaded } from "#client/office/frame/loaded.tsx"
import { Panel } from "#client/office/ui/panel.tsx"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { ConfirmAction } from "#client/ui/confirm-dialog.tsx"
import type { Passkey } from "#server/contract/factors.ts"
import { accountFailure } from "./account-failure.ts"
import { FactorSkeleton } from "./factor-skeleton.tsx"
import { factors } from "./factor-texts.ts"
import { PasskeyAdding } from "./passkey-adding.tsx"
import { PasskeyRow } from "./passkey-row.tsx"
import { useFactorProof } from "./use-factor-proof.tsx"

const texts = factors.passkeys

export function PasskeysPanel() {
  const { queries } = useApi()
  const own = useQuery(queries.factors.own.queryOptions())
  const { data } = own
  const mustStay = data?.isRequired && !data.codesSince && data.passkeys.length === 1
  const [removed, setRemoved] = useState<Passkey>()
  const [done, setDone] = useState<string>()

  function finish(text: string) {
    setRemoved(undefined)
    setDone(text)
    return queries.factors.invalidate()
  }

  return (
    <Panel title={texts.title}>
      <div className="grid max-w-xl gap-4">
        {done && (
          <StatusMessage key={done} tone="success">
            {done}
          </StatusMessage>
        )}
        <p>{texts.text}</p>
        <Loaded query={own} failed={factors.loadFailure} skeleton={<FactorSkeleton />}>
          {({ passkeys }) => (
            <>
              {passkeys.length === 0 ? (
                <p className="text-base-content/75">{texts.none}</p>
              ) : (
                <ul className="divide-y divide-base-300 border-y border-base-300">
                  {passkeys.map((passkey) => (
                    <PasskeyRow
                      key={passkey.id}
                      passkey={passkey}
                      onRemove={mustStay ? undefined : () => setRemoved(passkey)}
                    />
                  ))}
                </ul>
              )}
              {mustStay && <p className="text-base-content/75">{texts.required}</p>}
              {/* Before the list it would move under the finger that presses it. */}
              <PasskeyAdding onAdded={(name) => finish(texts.added(name))} />
            </>
          )}
        </Loaded>
      </div>
      {removed && (
        <Removal
          passkey={removed}
          onRemoved={() => finish(texts.removal.done(removed.name))}
          onCancel={() => setRemoved(undefined)}
        />
      )}
    </Panel>
  )
}

interface RemovalProps {
  passkey: Passkey
  onRemoved: () => Promise<void>
  onCancel: () => void
}

function Removal({ passkey: { id, name }, onRemoved, onCancel }: RemovalProps) {
  const { client } = useApi()
  const { withProof, dialog } = useFactorProof()

  async function remove() {
    await withProof((proof) => client.factors.removePasskey.mutate({ id, proof }))
    await onRemoved()
  }

  return (
    <>
      <ConfirmAction
        question={texts.removal.question(name)}
        detail={texts.removal.detail}
        confirm={texts.removal.confirm}
        action={remove}
        explain={accountFailure}
        onCancel={onCancel}
      />
      {dialog}
    </>
  )
}
