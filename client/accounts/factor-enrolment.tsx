import { factors } from "#client/copy/admin-factors.ts"
import { OneTimeCodesSetup } from "./one-time-codes-setup.tsx"
import { PasskeyAdding } from "./passkey-adding.tsx"

const copy = factors.enrolment

/** Asks an administrator without a second factor to add one. */
export function FactorEnrolment({ onAdded }: { onAdded: () => Promise<void> }) {
  return (
    <>
      <div>
        <h1 className="text-h2">{copy.title}</h1>
        <p className="mt-2 text-base-content/80">{copy.lead}</p>
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
