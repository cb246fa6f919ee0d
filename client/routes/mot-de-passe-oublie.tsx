import { createFileRoute } from "@tanstack/react-router"
import { ForgottenPassword } from "#client/site/account/forgotten-password.tsx"
import { accountLinks } from "#client/site/account/link-texts.ts"
import { FormPage } from "#client/site/frame/form-page.tsx"

const texts = accountLinks.forgotten

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
    <FormPage title={texts.title} lead={mailsLinks && !isSent ? texts.lead : undefined}>
      <title>{texts.title}</title>
      <meta name="robots" content="noindex" />
      <ForgottenPassword mailsLinks={mailsLinks} isSent={isSent} rejection={rejection} />
    </FormPage>
  )
}
