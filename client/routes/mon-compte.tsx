import { useQueryClient } from "@tanstack/react-query"
import { createFileRoute, Link } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { removePersonalQueries } from "#client/app/api.ts"
import { useIsHydrated } from "#client/app/hydration.ts"
import { readToken } from "#client/app/session.ts"
import { ownAccount as texts } from "#client/site/account/own-account-texts.ts"
import { Page } from "#client/site/frame/page.tsx"
import { Banner } from "#client/ui/banner.tsx"

/** Shows the account of who is logged in, which only its script reads: the page is the same for everybody. */
export const Route = createFileRoute("/mon-compte")({ component: Screen })

const OwnAccount = lazy(async () => ({
  default: (await import("#client/office/account/own-account.tsx")).OwnAccount,
}))

function Screen() {
  const [hasLeft, setHasLeft] = useState(false)
  const queryClient = useQueryClient()
  const isHydrated = useIsHydrated()
  function leave() {
    setHasLeft(true)
    removePersonalQueries(queryClient)
  }
  return (
    <Page>
      <title>{texts.title}</title>
      <meta name="robots" content="noindex" />
      <div className="wrap breathe">
        <div className="prose-width">
          <h1 className="hue-rule text-h1">{texts.title}</h1>
          {hasLeft ? (
            <div className="mt-6">
              <Banner tone="success">{texts.left}</Banner>
            </div>
          ) : (
            <>
              <p className="mt-6 text-lead">{texts.lead}</p>
              <p className="mt-6">
                <Link to="/mes-demandes" className="btn btn-outline btn-primary">
                  {texts.requests}
                </Link>
              </p>
              <div className="when-logged-out">
                <p className="mt-8">{texts.loggedOut}</p>
                <p className="mt-4 flex flex-wrap gap-3">
                  <a href="/login?redirect=%2Fmon-compte" className="btn btn-primary">
                    {texts.login}
                  </a>
                  <Link to="/register" className="btn btn-outline btn-primary">
                    {texts.register}
                  </Link>
                </p>
              </div>
              <div className="when-logged-in">
                <Suspense>{isHydrated && readToken() && <OwnAccount onLeft={leave} />}</Suspense>
              </div>
            </>
          )}
        </div>
      </div>
    </Page>
  )
}
