import { createFileRoute } from "@tanstack/react-router"
import { GoneLink } from "#client/accounts/gone-link.tsx"
import { ResetForm } from "#client/accounts/reset-form.tsx"
import { accountLinks } from "#client/copy/accounts-links.ts"
import { isCode } from "#client/failures.ts"
import type { PageStatus } from "#client/router-context.ts"
import { FormPage } from "#client/site/form-page.tsx"
import { PrivatePageHead } from "#client/ui/private-page-head.tsx"

const { reset: copy, gone } = accountLinks

/** Chooses a new password by a mailed link. The server adds headers that keep the URL private. */
export const Route = createFileRoute("/reinitialiser/$token")({
  loader: async ({ context: { client, rejection }, params: { token } }) => {
    const found = await client.accounts.reset.query(token).catch((error) => {
      if (!isCode(error, "not_found")) throw error
    })
    return found ? { rejection, email: found.email } : GONE
  },
  component: Screen,
})

const GONE: PageStatus = { status: 404 }

function Screen() {
  const { token } = Route.useParams()
  const loaded = Route.useLoaderData()
  if ("status" in loaded) return <Gone />
  const { email, rejection } = loaded
  return (
    <FormPage title={copy.title} lead={copy.lead(email)}>
      <PrivatePageHead title={copy.title} />
      <ResetForm token={token} email={email} rejection={rejection} />
    </FormPage>
  )
}

function Gone() {
  return (
    <FormPage title={gone.title} lead={undefined}>
      <PrivatePageHead title={gone.title} />
      <GoneLink text={gone.reset} to="/mot-de-passe-oublie" label={gone.resetAgain} />
    </FormPage>
  )
}
