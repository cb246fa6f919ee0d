import { useMutation } from "@tanstack/react-query"
import { useApi } from "#client/app/api.ts"
import { passkeyFailure, registerPasskey } from "#client/app/passkey-ceremony.ts"
import { passkeyUnsupportedReason } from "#client/app/passkey-support.ts"
import { passkeys as support } from "#client/app/passkey-texts.ts"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { factors } from "./factor-texts.ts"
import { useFactorProof } from "./use-factor-proof.tsx"

const texts = factors.passkeys

/** Adds a passkey of this device, or says why there are none here. */
export function PasskeyAdding({ onAdded }: { onAdded: (name: string) => void }) {
  const { client } = useApi()
  const { withProof, dialog } = useFactorProof()
  const add = useMutation({
    mutationFn: () => withProof((proof) => registerPasskey(client, proof)),
    onSuccess: onAdded,
  })
  const lacking = passkeyUnsupportedReason()
  if (lacking) return <p className="rounded-box bg-base-200 p-4">{support.lacking[lacking]}</p>
  return (
    <div className="grid gap-4">
      {add.isError && <Banner tone="error">{passkeyFailure(add.error)}</Banner>}
      <BusyButton isBusy={add.isPending} className="btn btn-primary justify-self-start" onClick={() => add.mutate()}>
        {add.isPending ? texts.adding : texts.add}
      </BusyButton>
      {dialog}
    </div>
  )
}
