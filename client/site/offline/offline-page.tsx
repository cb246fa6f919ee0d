import { Link } from "@tanstack/react-router"
import { InlineScript } from "#client/app/document-parts.tsx"
import { Icon } from "#client/icons/icon.tsx"
import { Page } from "#client/site/frame/page.tsx"
import { telHref, useSite, whatsAppHref } from "#client/site/frame/site-content.ts"
import { offline } from "./texts.ts"

/**
 * Opens the page that was asked for as soon as the network is back: when the browser says so, and when the site answers,
 * of which it is asked after 2, 4, 8 and then each 15 seconds, since many browsers say nothing.
 */
const RETURN = `{let n=1e3;const back=()=>location.reload(),ask=()=>setTimeout(()=>fetch("/api/health",{method:"HEAD",cache:"no-store"}).then(({ok})=>ok?back():ask(),ask),n=Math.min(2*n,15e3));addEventListener("online",back);ask()}`

/** The page that the service worker shows in place of one that it has not cached. */
export function OfflinePage() {
  return (
    <Page>
      <div className="wrap breathe">
        <h1 className="text-h1">{offline.title}</h1>
        <p className="prose-width mt-5 text-lead">{offline.text}</p>
        <Actions />
        <InlineScript code={RETURN} isOwn />
        <p className="prose-width mt-8 text-base-content/80">
          {offline.form}{" "}
          <Link to="/contact" className="underline underline-offset-4">
            {offline.openForm}
          </Link>
        </p>
        <p className="prose-width mt-4 text-base-content/80">
          {offline.requests}{" "}
          <Link to="/mes-demandes" className="underline underline-offset-4">
            {offline.openRequests}
          </Link>
        </p>
      </div>
    </Page>
  )
}

function Actions() {
  const { phone, whatsapp } = useSite().company.contact
  return (
    <p className="mt-8 flex flex-wrap gap-3">
      <a href={telHref(phone)} className="btn btn-primary">
        <Icon name="phone" />
        {offline.call(phone)}
      </a>
      {whatsapp && (
        <a href={whatsAppHref(whatsapp)} className="btn btn-outline btn-primary">
          {offline.whatsapp}
        </a>
      )}
      {/* biome-ignore lint/a11y/useValidAnchor: the empty URL is that of the page which was not there */}
      <a href="" className="btn btn-outline btn-primary">
        {offline.retry}
      </a>
    </p>
  )
}
