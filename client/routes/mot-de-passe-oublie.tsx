import { createFileRoute } from "@tanstack/react-router"
import { ForgottenPassword } from "#client/accounts/forgotten-password.tsx"
import { accountLinks } from "#client/copy/accounts-links.ts"
import { FormPage } from "#client/site/form-page.tsx"

const copy = accountLinks.forgotten

export const Route = createFileRoute("/mot-de-passe-oublie")({
  loader: async ({ context: { queries, rejection }, location: { search } }) => ({
    rejection,
    // The script of every page would contain a search schema.
    isSent: "envoye" in search,
    mailsLinks: await queries.accounts.mailsLinks.ensureData(),
  }),
  component: Screen,
})

function Screen() {
  const { rejection, isSent, mailsLinks } = Route.useLoaderData()
  return (
    <FormPage title={copy.title} lead={mailsLinks && !isSent ? copy.lead : undefined}>
      <title>{copy.title}</title>
      <meta name="robots" content="noindex" />
      <ForgottenPassword mailsLinks={mailsLinks} isSent={isSent} rejection={rejection} />
    </FormPage>
  )
}
