import { useQuery } from "@tanstack/react-query"
import { useApi } from "#client/app/api.ts"
import { useForm } from "#client/app/use-form.ts"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { InputField } from "#client/ui/field.tsx"
import { shownEmail } from "#server/contract/shown-email.ts"
import { reauthenticatedFailure } from "./account-failure.ts"
import { account } from "./texts.ts"
import { useFactorProof } from "./use-factor-proof.tsx"

const texts = account.email

/** The e-mail address cannot be changed without a mail server. */
export function EmailChangeForm({ email }: { email: string }) {
  const { queries } = useApi()
  const { data: mailsLinks } = useQuery(queries.accounts.mailsLinks.queryOptions())
  return (
    <div className="grid max-w-md gap-5">
      <p className="wrap-anywhere">{texts.lead(shownEmail(email))}</p>
      {mailsLinks === true && <EmailForm />}
      {mailsLinks === false && <p>{texts.unavailable}</p>}
    </div>
  )
}

function EmailForm() {
  const { client } = useApi()
  const { withProof, dialog } = useFactorProof()
  const { form, outcome, errors, isSending } = useForm({
    loadSchema: async () => (await import("#server/contract/accounts.ts")).EmailChange,
    async send(change, form) {
      await withProof((proof) => client.accounts.requestEmailChange.mutate({ ...change, proof }))
      form.reset()
    },
    successText: ({ email }) => texts.done(shownEmail(email)),
    explain: reauthenticatedFailure,
  })
  return (
    <>
      <form {...form} className="grid gap-5">
        {outcome && <Banner tone={outcome.tone}>{outcome.text}</Banner>}
        <InputField
          name="email"
          label={texts.next}
          help={texts.help}
          error={errors.email}
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        <BusyButton type="submit" isBusy={isSending} className="btn btn-primary justify-self-start">
          {isSending ? texts.submitting : texts.submit}
        </BusyButton>
      </form>
      {dialog}
    </>
  )
}
