import { useSuspenseQuery } from "@tanstack/react-query"
import { createFileRoute, Link } from "@tanstack/react-router"
import { lazy, Suspense } from "react"
import { useApi } from "#client/app/api.ts"
import { throwNotFound } from "#client/app/failures.ts"
import { Page } from "#client/site/frame/page.tsx"
import { PrivatePageHead } from "#client/site/frame/private-page-head.tsx"
import { useLoadedSite, whatsAppHref } from "#client/site/frame/site-content.ts"
import { site as siteTexts } from "#client/site/frame/texts.ts"
import { RequestConversation, RequestFacts, RequestState } from "#client/site/request-status/request-status.tsx"
import { requestStatus as texts } from "#client/site/request-status/texts.ts"
import { findSector } from "#server/contract/sectors.ts"

/** Shows the sender of a request its state. The server adds headers that keep the URL private. */
export const Route = createFileRoute("/demande/$token")({
  validateSearch: ({ ajout }: Record<string, unknown>): { ajout?: true | undefined } => ({
    ajout: ajout ? true : undefined,
  }),
  loader: async ({ context: { queries, rejection }, params: { token } }) => {
    await queries.messages.status.ensureData(token).catch(throwNotFound)
    return rejection
  },
  component: Screen,
  notFoundComponent: Gone,
})

// Its code is the contact form's, which the other pages of requests would load too.
const AdditionForm = lazy(async () => {
  const loaded = import("#client/site/request-status/addition-form.tsx")
  // Where it does not arrive, the server's form stays as it is, with what is typed, and works without it.
  const { AdditionForm } = await loaded.catch(() => new Promise<never>(() => {}))
  return { default: AdditionForm }
})

function Screen() {
  const { token } = Route.useParams()
  const { ajout } = Route.useSearch()
  const rejection = Route.useLoaderData()
  const { queries } = useApi()
  const company = useLoadedSite()?.company
  const request = useSuspenseQuery(queries.messages.status.queryOptions(token)).data
  const sector = findSector(request.sector)
  const title = [texts.title, request.reference].filter(Boolean).join(" ")
  const whatsApp = company?.contact.whatsapp
  const opening = encodeURIComponent(texts.whatsappText(request.reference ?? ""))
  return (
    <Page {...(sector && { sector })}>
      <PrivatePageHead title={title} />
      <div className="wrap grid gap-10 py-10 md:py-16 lg:grid-cols-[1.5fr_1fr] lg:gap-16">
        <div className="min-w-0">
          <h1 className="hue-rule text-h1">{title}</h1>
          <p className="mt-6 text-lead">{texts.hello(request.firstName)}</p>
          <RequestState state={request.state} />
          <RequestConversation request={request} company={company?.facts.name ?? ""} />
          <Suspense>
            <AdditionForm key={token} token={token} isAdded={ajout === true} rejection={rejection} />
          </Suspense>
        </div>
        <RequestFacts
          request={request}
          token={token}
          whatsAppUrl={whatsApp ? `${whatsAppHref(whatsApp)}?text=${opening}` : undefined}
        />
      </div>
    </Page>
  )
}

/** Replaces a request whose link has expired or never existed. */
function Gone() {
  return (
    <Page>
      <PrivatePageHead title={texts.gone.title} />
      <div className="wrap breathe">
        <h1 className="hue-rule text-h1">{texts.gone.title}</h1>
        <p className="prose-width mt-6 text-lead">{texts.gone.text}</p>
        <p className="mt-8 flex flex-wrap gap-3">
          <Link to="/contact" className="btn btn-primary">
            {siteTexts.notFound.contact}
          </Link>
          <Link to="/demande" className="btn btn-outline btn-primary">
            {texts.gone.find}
          </Link>
        </p>
      </div>
    </Page>
  )
}
