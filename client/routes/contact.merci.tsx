import { createFileRoute, Link } from "@tanstack/react-router"
import { useEffect } from "react"
import { contactSent } from "#client/site/contact/receipt-texts.ts"
import RequestReceipt from "#client/site/contact/request-receipt.tsx"
import { contact } from "#client/site/contact/texts.ts"
import { pageHead } from "#client/site/frame/head.ts"
import { heads } from "#client/site/frame/head-texts.ts"
import { Page } from "#client/site/frame/page.tsx"
import { useLoadedSite, whatsAppHref } from "#client/site/frame/site-content.ts"
import { Banner } from "#client/ui/banner.tsx"

/** The page that follows a contact form that was sent without JavaScript. */
export const Route = createFileRoute("/contact/merci")({
  loader: ({ context: { receipt } }) => ({ receipt }),
  head: ({ match: { context } }) =>
    pageHead(context, {
      ...heads.contactSent,
      path: "/contact/merci",
      robots: "noindex",
    }),
  component: Sent,
})

function Sent() {
  const { receipt } = Route.useLoaderData()
  const { sent } = contact.toasts
  // Only the server knows the receipt, and the device's storage is read and written after hydration.
  useEffect(() => {
    if (!receipt) return
    import("#client/site/contact/keep-once.ts").then(({ keepOnce }) => keepOnce(receipt)).catch(() => undefined)
  }, [receipt])
  const whatsapp = useLoadedSite()?.company.contact.whatsapp
  return (
    <Page>
      <div className="wrap breathe">
        <h1 className="mb-8 text-h1">{sent.title}</h1>
        <Banner tone="success">{sent.text}</Banner>
        {receipt && (
          <div className="prose-width mt-8">
            <RequestReceipt {...receipt} whatsAppUrl={whatsapp ? whatsAppHref(whatsapp) : undefined} />
          </div>
        )}
        <p className="mt-8 flex flex-wrap gap-3">
          <Link to="/" className="btn btn-primary">
            {contactSent.home}
          </Link>
          <Link to="/contact" activeOptions={{ exact: true }} className="btn btn-outline btn-primary">
            {contactSent.again}
          </Link>
        </p>
      </div>
    </Page>
  )
}
