import { createFileRoute, Link } from "@tanstack/react-router"
import { throwNotFound } from "#client/app/failures.ts"
import { accountLinks } from "#client/site/account/link-texts.ts"
import { FormPage } from "#client/site/frame/form-page.tsx"
import { PrivatePageHead } from "#client/site/frame/private-page-head.tsx"
import { Banner } from "#client/ui/banner.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { GoneLink } from "./-gone-link.tsx"

const { email: copy, gone } = accountLinks

/** Confirms the new e-mail address of an account. The server adds headers that keep the page's URL private. */
export const Route = createFileRoute("/confirmer-adresse/$token")({
  loader: async ({ context: { client, rejection }, params: { token }, location: { search } }) => {
    if ("faite" in search) return { isDone: true }
    const { email } = await client.accounts.emailChange.query(token).catch(throwNotFound)
    return { rejection, email }
  },
  component: Screen,
  notFoundComponent: () => <GoneLink text={gone.email} to="/admin/account" label={gone.emailAgain} />,
})

function Screen() {
  const { token } = Route.useParams()
  const loaded = Route.useLoaderData()
  return (
    <FormPage title={copy.title}>
      <PrivatePageHead title={copy.title} />
      {"isDone" in loaded ? <Done /> : <EmailConfirmation token={token} {...loaded} />}
    </FormPage>
  )
}

function Done() {
  return (
    <div className="grid gap-5">
      <Banner tone="success">{copy.done}</Banner>
      <p>
        <Link to="/login" className="link-inline inline-block min-h-11 py-2">
          {copy.login}
        </Link>
      </p>
    </div>
  )
}

const texts = accountLinks.email

interface EmailConfirmationProps {
  token: string
  email: string
  rejection: FormRejection | undefined
}

/** The address is confirmed by a button, since programs that check mails open their links. */
function EmailConfirmation({ token, email, rejection }: EmailConfirmationProps) {
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
