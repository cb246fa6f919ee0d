import { useQuery } from "@tanstack/react-query"
import { useRef } from "react"
import { useApi } from "#client/api.ts"
import { account } from "#client/copy/admin-account.ts"
import { Banner } from "#client/ui/banner.tsx"
import { InputField } from "#client/ui/field.tsx"
import { useEmailChange } from "./use-email-change.ts"

const copy = account.email

/** The e-mail address cannot be changed without a mail server. */
export function EmailChangeForm({ email }: { email: string }) {
  const { queries } = useApi()
  const { data: mailsLinks } = useQuery(queries.accounts.mailsLinks.queryOptions())
  return (
    <div className="grid max-w-md gap-5">
      <p className="wrap-anywhere">{copy.lead(email)}</p>
      {mailsLinks === true && <EmailForm />}
      {mailsLinks === false && <p>{copy.unavailable}</p>}
    </div>
  )
}

function EmailForm() {
  const form = useRef<HTMLFormElement>(null)
  const { outcome, errors, isSending, submit, clearError, dialog } = useEmailChange(form)
  return (
    <>
      <form ref={form} noValidate onSubmit={submit} onInput={clearError} className="grid gap-5">
        {outcome && <Banner tone={outcome.tone}>{outcome.text}</Banner>}
        <InputField
          name="email"
          label={copy.next}
          help={copy.help}
          error={errors.email}
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        <button type="submit" disabled={isSending} className="btn btn-primary justify-self-start">
          {isSending ? copy.submitting : copy.submit}
        </button>
      </form>
      {dialog}
    </>
  )
}
