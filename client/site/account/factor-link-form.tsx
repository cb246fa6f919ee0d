import { Link, useRouter } from "@tanstack/react-router"
import { useSignOut } from "#client/app/api.ts"
import { Banner } from "#client/ui/banner.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { PRIVATE_PATHS } from "#server/contract/private-paths.ts"
import { accountLinks } from "./link-texts.ts"

const texts = accountLinks.factor

interface FactorLinkFormProps {
  token: string
  /** The address of the account that the link is for. */
  email: string
  /** The address of the account that is open in this browser. */
  signedInAs: string | undefined
  rejection: FormRejection | undefined
}

/** The link is used by a button, since programs that check mails open their links. */
export function FactorLinkForm({ token, email, signedInAs, rejection }: FactorLinkFormProps) {
  const path = PRIVATE_PATHS.factor + token
  return (
    <form action={path} method="post" className="grid gap-5">
      {rejection && <Banner tone="error">{rejection.message}</Banner>}
      <p>
        {texts.lead}
        <br />
        <strong className="wrap-anywhere">{email}</strong>
      </p>
      {signedInAs !== undefined && signedInAs !== email ? (
        <OtherAccount email={signedInAs} />
      ) : (
        <button type="submit" className="btn btn-primary btn-lg">
          {texts.submit}
        </button>
      )}
      {signedInAs === email && <p className="wrap-anywhere text-base-content/80">{texts.signedIn(email)}</p>}
      {signedInAs === undefined && (
        <p className="text-base-content/80">
          {texts.signIn}{" "}
          <Link to="/login" search={{ redirect: path }} className="link-inline inline-block min-h-11 py-2">
            {texts.login}
          </Link>
        </p>
      )}
    </form>
  )
}

/** Offers to leave the account that is open, which the link is not for. */
function OtherAccount({ email }: { email: string }) {
  const router = useRouter()
  const signOut = useSignOut()

  async function logOut() {
    if (await signOut()) await router.invalidate()
  }

  return (
    <>
      <p className="wrap-anywhere">{texts.other(email)}</p>
      <button type="button" className="btn btn-primary btn-lg" onClick={logOut}>
        {texts.logOut}
      </button>
    </>
  )
}
