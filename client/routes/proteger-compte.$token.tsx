import { createFileRoute } from "@tanstack/react-router"
import { throwNotFound } from "#client/app/failures.ts"
import { FactorLinkForm } from "#client/site/account/factor-link-form.tsx"
import { accountLinks } from "#client/site/account/link-texts.ts"
import { FormPage } from "#client/site/frame/form-page.tsx"
import { PrivatePageHead } from "#client/site/frame/private-page-head.tsx"
import { GoneLink } from "./-gone-link.tsx"

const { factor: copy, gone } = accountLinks

/** Lets the signed-in account add its first factor. The server adds headers that keep the page's URL private. */
export const Route = createFileRoute("/proteger-compte/$token")({
  loader: async ({ context: { client, rejection }, params: { token } }) => {
    const { email } = await client.factors.link.query(token).catch(throwNotFound)
    return { rejection, email, account: await client.accounts.me.query() }
  },
  component: Screen,
  notFoundComponent: () => <GoneLink text={gone.factor} to="/admin/account" label={gone.factorAgain} />,
})

function Screen() {
  const { token } = Route.useParams()
  const { email, account, rejection } = Route.useLoaderData()
  return (
    <FormPage title={copy.title}>
      <PrivatePageHead title={copy.title} />
      <FactorLinkForm token={token} email={email} signedInAs={account?.email} rejection={rejection} />
    </FormPage>
  )
}
