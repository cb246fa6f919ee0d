import { Link } from "@tanstack/react-router"
import { Icon } from "#client/icons/icon.tsx"
import { Page } from "#client/site/frame/page.tsx"
import { telHref, useSite, whatsAppHref } from "#client/site/frame/site-content.ts"
import { offline } from "./texts.ts"

/** The page that the service worker shows in place of one that it has not cached. */
export function OfflinePage() {
  return (
    <Page>
      <div className="wrap breathe">
        <h1 className="text-h1">{offline.title}</h1>
        <p className="prose-width mt-5 text-lead">{offline.text}</p>
        <Actions />
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
