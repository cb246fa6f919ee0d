import { useMutation, useQuery } from "@tanstack/react-query"
import { mutationOf, useApi } from "#client/app/api.ts"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import type { MissingFactor } from "#server/contract/accounts.ts"
import { accountFailure } from "./account-failure.ts"
import { FactorForm } from "./factor-form.tsx"
import { factors } from "./factor-texts.ts"
import { OneTimeCodesSetup } from "./one-time-codes-setup.tsx"
import { PasskeyAdding } from "./passkey-adding.tsx"

interface FactorPromptProps {
  factor: MissingFactor
  onDone: () => Promise<void>
  onLogOut: () => void
}

/** Asks for the second factor of an account, or to add one, which may need a link first. */
export default function FactorPrompt({ factor, onDone, onLogOut }: FactorPromptProps) {
  return (
    <main id="contenu" tabIndex={-1} className="grid min-h-dvh grid-cols-1 bg-base-200 p-4 outline-none sm:p-6">
      <div className="m-auto grid w-full max-w-lg grid-cols-1 gap-6 rounded-box border border-base-300 bg-base-100 p-5 sm:p-8">
        {factor === "code" && <FactorForm onGiven={onDone} />}
        {factor === "link" && <FactorLinkRequest />}
        {factor === "enrolment" && <FactorEnrolment onAdded={onDone} />}
        <button type="button" className="btn btn-ghost justify-self-center" onClick={onLogOut}>
          {factors.gate.logout}
        </button>
      </div>
    </main>
  )
}

const { link, enrolment } = factors

/** Sends the link that the first factor of an account needs, or says who can give it. */
function FactorLinkRequest() {
  const { client, queries } = useApi()
  const { data: mailsLinks } = useQuery(queries.accounts.mailsLinks.queryOptions())
  const { data: account } = useQuery(queries.accounts.me.queryOptions())
  const request = useMutation(mutationOf(client.factors.requestLink.mutate))
  return (
    <>
      <div>
        <h1 className="text-h2">{link.title}</h1>
        <p className="mt-2 text-base-content/80">{link.lead}</p>
      </div>
      {request.isError && <Banner tone="error">{accountFailure(request.error)}</Banner>}
      {request.isSuccess && <Banner tone="success">{link.sent(account?.email ?? "")}</Banner>}
      {mailsLinks && (
        <BusyButton
          isBusy={request.isPending}
          className="btn btn-primary btn-lg"
          onClick={() => request.mutate(undefined)}
        >
          {request.isSuccess ? link.again : link.send}
        </BusyButton>
      )}
      <p className="text-base-content/80">{mailsLinks ? link.orAdministrator : link.administrator}</p>
    </>
  )
}

/** Asks somebody without a second factor to add one. */
function FactorEnrolment({ onAdded }: { onAdded: () => Promise<void> }) {
  return (
    <>
      <div>
        <h1 className="text-h2">{enrolment.title}</h1>
        <p className="mt-2 text-base-content/80">{enrolment.lead}</p>
      </div>
      <section className="grid gap-3">
        <h2 className="text-xl">{factors.passkeys.title}</h2>
        <p>{factors.passkeys.text}</p>
        <PasskeyAdding onAdded={onAdded} />
      </section>
      <section className="grid gap-3 border-t border-base-300 pt-6">
        <h2 className="text-xl">{factors.codes.title}</h2>
        <p>{factors.codes.text}</p>
        <OneTimeCodesSetup onDone={onAdded} />
      </section>
    </>
  )
}
