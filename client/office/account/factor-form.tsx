import { useMutation, useQuery } from "@tanstack/react-query"
import { type FormEvent, useRef, useState } from "react"
import { useApi } from "#client/app/api.ts"
import { rejectedFields } from "#client/app/failures.ts"
import { askForPasskey, passkeyFailure } from "#client/app/passkey-ceremony.ts"
import { passkeyUnsupportedReason } from "#client/app/passkey-support.ts"
import { passkeys as support } from "#client/app/passkey-texts.ts"
import { Loaded } from "#client/office/frame/loaded.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { InputField } from "#client/ui/field.tsx"
import type { FactorProof } from "#server/contract/factors.ts"
import { accountFailure } from "./account-failure.ts"
import { CodeField } from "./factor-code-field.tsx"
import { factors } from "./factor-texts.ts"

const texts = factors.gate

/** Asks for the second factor of a session. */
export function FactorForm({ onGiven }: { onGiven: () => Promise<void> }) {
  const { client, queries } = useApi()
  const { data: choices } = useQuery(queries.factors.choices.queryOptions())

  async function give(proof: FactorProof) {
    if ("code" in proof) await client.factors.verifyCode.mutate(proof)
    else await client.factors.verifyPasskey.mutate(proof)
    await onGiven()
  }

  return (
    <>
      {choices && (
        <div>
          <h1 className="text-h2">{choices.hasCode ? texts.title : texts.passkeyTitle}</h1>
          <p className="mt-2 text-base-content/80">{texts.lead}</p>
        </div>
      )}
      <FactorChoice give={give} />
      {choices && <p className="text-sm text-base-content/75">{texts.lost}</p>}
    </>
  )
}

interface FactorChoiceProps {
  give: (proof: FactorProof) => Promise<void>
}

/** Asks for what the account has: a one-time code, one of its recovery codes, or a passkey. */
export function FactorChoice({ give }: FactorChoiceProps) {
  const { queries } = useApi()
  const query = useQuery(queries.factors.choices.queryOptions())
  return (
    <Loaded query={query} failed={factors.loadFailure}>
      {({ hasCode, hasPasskey }) => (
        <>
          {hasCode && <CodeForm give={give} />}
          {hasPasskey && <PasskeyButton give={give} />}
        </>
      )}
    </Loaded>
  )
}

function CodeForm({ give }: FactorChoiceProps) {
  const form = useRef<HTMLFormElement>(null)
  const [isRecovery, setIsRecovery] = useState(false)
  const verify = useMutation({
    mutationFn: (code: string) => give({ code }),
    onError: () => form.current?.querySelector("input")?.select(),
  })
  const rejected = rejectedFields(verify.error)?.code

  function submit(event: FormEvent) {
    event.preventDefault()
    const code = form.current && new FormData(form.current).get("code")
    if (typeof code === "string") verify.mutate(code)
  }

  function switchKind() {
    verify.reset()
    setIsRecovery(!isRecovery)
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      {verify.isError && !rejected && <Banner tone="error">{accountFailure(verify.error)}</Banner>}
      {isRecovery ? (
        <InputField
          key="recovery"
          name="code"
          label={texts.recovery}
          help={texts.recoveryHelp}
          error={rejected}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
        />
      ) : (
        <CodeField key="code" label={texts.code} help={texts.codeHelp} error={rejected} autoFocus />
      )}
      <BusyButton type="submit" isBusy={verify.isPending} className="btn btn-primary btn-lg">
        {verify.isPending ? texts.submitting : texts.submit}
      </BusyButton>
      <button type="button" className="btn btn-ghost" onClick={switchKind}>
        {isRecovery ? texts.useCode : texts.useRecovery}
      </button>
    </form>
  )
}

function PasskeyButton({ give }: FactorChoiceProps) {
  const { client } = useApi()
  const prove = useMutation({ mutationFn: async () => give(await askForPasskey(client)) })
  const lacking = passkeyUnsupportedReason()
  if (lacking) return <p className="rounded-box bg-base-200 p-4">{support.lacking[lacking]}</p>
  return (
    <div className="grid gap-4">
      {prove.isError && <Banner tone="error">{passkeyFailure(prove.error)}</Banner>}
      <BusyButton
        isBusy={prove.isPending}
        className="btn btn-outline btn-primary btn-lg"
        onClick={() => prove.mutate()}
      >
        {prove.isPending ? texts.submitting : texts.passkey}
      </BusyButton>
    </div>
  )
}
