import { createFileRoute, notFound } from "@tanstack/react-router"
import { ResetForm } from "#client/accounts/reset-form.tsx"
import { accountLinks } from "#client/copy/accounts-links.ts"
import { isCode } from "#client/failures.ts"
import { FormPage } from "#client/site/form-page.tsx"
import { PrivatePageHead } from "#client/ui/private-page-head.tsx"
import { GoneLink } from "./-gone-link.tsx"

const { reset: copy, gone } = accountLinks

/** Asks for a new password after a mailed link. The server adds headers that keep the URL private. */
export const Route = createFileRoute("/reinitialiser/$token")({
  loader: async ({ context: { client, rejection }, params: { token } }) => {
    const { email } = await client.accounts.reset.query(token).catch((error) => {
      throw isCode(error, "not_found") ? notFound() : error
    })
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
