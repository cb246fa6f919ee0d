import { createFileRoute, Link, notFound } from "@tanstack/react-router"
import { InvitationForm } from "#client/accounts/invitation-form.tsx"
import { invitation as copy } from "#client/copy/invitation.ts"
import { isCode } from "#client/failures.ts"
import { FormPage } from "#client/site/form-page.tsx"
import { PrivatePageHead } from "#client/ui/private-page-head.tsx"

/** Creates the account of an invited person. The server adds headers that keep the URL private. */
export const Route = createFileRoute("/invitation/$token")({
  loader: async ({ context: { queries, rejection }, params: { token } }) => {
    const invitation = await queries.users.findInvitation.ensureData(token).catch((error) => {
      throw isCode(error, "not_found") ? notFound() : error
    })
    return { invitation, rejection }
  },
  component: Screen,
  notFoundComponent: Gone,
})

function Screen() {
  const { token } = Route.useParams()
  const { invitation, rejection } = Route.useLoaderData()
  const { role, email, invitedBy, expiresAt } = invitation
  return (
    <FormPage title={copy.title} lead={copy.lead(invitedBy, role, expiresAt)}>
      <PrivatePageHead title={copy.title} />
      <InvitationForm key={token} token={token} email={email} rejection={rejection} />
    </FormPage>
  )
}

/** Replaces an invitation that was used, has expired or never existed. */
function Gone() {
  return (
    <FormPage title={copy.gone.title}>
      <PrivatePageHead title={copy.gone.title} />
      <p>{copy.gone.text}</p>
      <p className="mt-6">
        <Link to="/login" className="btn btn-primary">
          {copy.gone.login}
        </Link>
      </p>
    </FormPage>
  )
}
