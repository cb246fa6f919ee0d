import { createFileRoute } from "@tanstack/react-router"
import { FormPage } from "#client/site/frame/form-page.tsx"
import { FindRequest } from "#client/site/request-status/find-request.tsx"
import { findRequest as texts } from "#client/site/request-status/find-texts.ts"

export const Route = createFileRoute("/demande/")({
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
      <FindRequest mailsLinks={mailsLinks} isSent={isSent} rejection={rejection} />
    </FormPage>
  )
}
