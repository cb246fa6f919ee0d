import { createFileRoute, Link } from "@tanstack/react-router"
import { KeptRequests } from "#client/site/contact/kept-requests.tsx"
import { keptRequests as texts } from "#client/site/contact/kept-texts.ts"
import { Page } from "#client/site/frame/page.tsx"

/** Shows the requests that this device has sent, which only its script can read. */
export const Route = createFileRoute("/mes-demandes")({ component: Screen })

function Screen() {
  return (
    <Page>
      <title>{texts.title}</title>
      <meta name="robots" content="noindex" />
      <div className="wrap breathe">
        <div className="prose-width">
          <h1 className="hue-rule text-h1">{texts.title}</h1>
          <p className="mt-6 text-lead">{texts.lead}</p>
          <KeptRequests />
          <p className="when-logged-out mt-8 text-base-content/80">
            {texts.withAccount}{" "}
            <a href="/login?redirect=%2Fmes-demandes" className="link-inline">
              {texts.login}
            </a>
          </p>
          <p className="when-logged-in mt-8 text-base-content/80">
            {texts.loggedIn}{" "}
            <Link to="/mon-compte" className="link-inline">
              {texts.account}
            </Link>
          </p>
          <p className="mt-8 text-base-content/80">{texts.others}</p>
          <p className="mt-4 flex flex-wrap gap-3">
            <Link to="/demande" className="btn btn-outline btn-primary">
              {texts.find}
            </Link>
            <Link to="/contact" className="btn btn-outline btn-primary">
              {texts.send}
            </Link>
          </p>
        </div>
      </div>
    </Page>
  )
}
