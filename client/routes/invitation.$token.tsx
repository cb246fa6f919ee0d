import { createFileRoute, Link } from "@tanstack/react-router"
import { throwNotFound } from "#client/app/failures.ts"
import { InvitationForm } from "#client/site/account/invitation-form.tsx"
import { invitation as texts } from "#client/site/account/invitation-texts.ts"
import { FormPage } from "#client/site/frame/form-page.tsx"
import { PrivatePageHead } from "#client/site/frame/private-page-head.tsx"

/** Creates the account of an invited person. The server adds headers that keep the URL private. */
export const Route = createFileRoute("/invitation/$token")({
  loader: async ({ context: { queries, rejection }, params: { token } }) => {
    const invitation = await queries.users.findInvitation.ensureData(token).catch(throwNotFound)
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
    <FormPage title={texts.title} lead={texts.lead(invitedBy, role, expiresAt)}>
      <PrivatePageHead title={texts.title} />
      <InvitationForm key={token} token={token} email={email} rejection={rejection} />
    </FormPage>
  )
}

/** Replaces an invitation that was used, has expired or never existed. */
function Gone() {
  return (
    <FormPage title={texts.gone.title}>
      <PrivatePageHead title={texts.gone.title} />
      <p>{texts.gone.text}</p>
      <p className="mt-6">
        <Link to="/login" className="btn btn-primary">
          {texts.gone.login}
        </Link>
      </p>
    </FormPage>
  )
}
