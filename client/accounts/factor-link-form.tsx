import { Link } from "@tanstack/react-router"
import { accountLinks } from "#client/copy/accounts-links.ts"
import { Banner } from "#client/ui/banner.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { PRIVATE_PATHS } from "#server/contract/private-paths.ts"

const copy = accountLinks.factor

interface FactorLinkFormProps {
  token: string
  email: string
  rejection: FormRejection | undefined
}

/** The link is used by a button, since programs that check mails open their links. */
export function FactorLinkForm({ token, email, rejection }: FactorLinkFormProps) {
  const path = PRIVATE_PATHS.factor + token
  return (
    <form action={path} method="post" className="grid gap-5">
      {rejection && <Banner tone="error">{rejection.message}</Banner>}
      <p>
        {copy.lead}
        <br />
        <strong className="wrap-anywhere">{email}</strong>
      </p>
      <button type="submit" className="btn btn-primary btn-lg">
        {copy.submit}
      </button>
      <p className="text-base-content/80">
        {copy.signIn}{" "}
        <Link to="/login" search={{ redirect: path }} className="link-inline inline-block min-h-11 py-2">
          {copy.login}
        </Link>
      </p>
    </form>
  )
}
