import { createFileRoute } from "@tanstack/react-router"
import { throwNotFound } from "#client/app/failures.ts"
import { accountLinks } from "#client/site/account/link-texts.ts"
import { ResetForm } from "#client/site/account/reset-form.tsx"
import { FormPage } from "#client/site/frame/form-page.tsx"
import { PrivatePageHead } from "#client/site/frame/private-page-head.tsx"
import { GoneLink } from "./-gone-link.tsx"

const { reset: copy, gone } = accountLinks

/** Asks for a new password after a mailed link. The server adds headers that keep the URL private. */
export const Route = createFileRoute("/reinitialiser/$token")({
  loader: async ({ context: { client, rejection }, params: { token } }) => {
    const { email } = await client.accounts.reset.query(token).catch(throwNotFound)
    return { rejection, email }
  },
  component: Screen,
  notFoundComponent: () => <GoneLink text={gone.reset} to="/mot-de-passe-oublie" label={gone.resetAgain} />,
})

function Screen() {
  const { token } = Route.useParams()
  const { email, rejection } = Route.useLoaderData()
  return (
    <FormPage title={copy.title} lead={copy.lead(email)}>
      <PrivatePageHead title={copy.title} />
      <ResetForm token={token} email={email} rejection={rejection} />
    </FormPage>
  )
}
