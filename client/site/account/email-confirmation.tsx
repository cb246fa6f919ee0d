import { Banner } from "#client/ui/banner.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { accountLinks } from "./link-texts.ts"

const texts = accountLinks.email

interface EmailConfirmationProps {
  token: string
  email: string
  rejection: FormRejection | undefined
}

/** The address is confirmed by a button, since programs that check mails open their links. */
export function EmailConfirmation({ token, email, rejection }: EmailConfirmationProps) {
  return (
    <form action={`/confirmer-adresse/${token}`} method="post" className="grid gap-5">
      {rejection && <Banner tone="error">{rejection.message}</Banner>}
      <p>
        {texts.lead}
        <br />
        <strong className="wrap-anywhere">{email}</strong>
      </p>
      <button type="submit" className="btn btn-primary btn-lg">
        {texts.submit}
      </button>
    </form>
  )
}
