import { createFileRoute } from "@tanstack/react-router"
import { useEffect } from "react"
import { accounts } from "#client/app/account-texts.ts"
import { useApi } from "#client/app/api.ts"
import { clearToken, readToken, storeToken } from "#client/app/session.ts"
import { LoginForm } from "#client/site/account/login-form.tsx"
import { FormPage } from "#client/site/frame/form-page.tsx"
import { pageHead } from "#client/site/frame/head.ts"
import { heads } from "#client/site/frame/head-texts.ts"
import { useLoadedSite } from "#client/site/frame/site-content.ts"
import { Banner } from "#client/ui/banner.tsx"
import { safeRedirect } from "#server/contract/safe-redirect.ts"

interface LoginSearch {
  /** The path to return to after the login. */
  redirect?: string | undefined
  /** It is set by a registration without JavaScript. */
  inscrit?: true | undefined
  /** It is set after a mailed link has reset the password. */
  reinitialise?: true | undefined
  /** It is set after a login without JavaScript whose cookie did not come back. */
  cookies?: true | undefined
}

export const Route = createFileRoute("/login")({
  // Undefined values are listed, since the router would keep missing params in the URL.
  validateSearch: ({ redirect, inscrit, reinitialise, cookies }: Record<string, unknown>): LoginSearch => ({
    redirect: safeRedirect(redirect),
    inscrit: inscrit ? true : undefined,
    reinitialise: reinitialise ? true : undefined,
    cookies: cookies ? true : undefined,
  }),
  loader: ({ context: { rejection } }) => rejection,
  head: ({ match: { context } }) => pageHead(context, { ...heads.login, path: "/login", robots: "noindex" }),
  component: Login,
})

function Login() {
  const { redirect, inscrit, reinitialise, cookies } = Route.useSearch()
  useSessionCheck()
  const rejection = Route.useLoaderData()
  const site = useLoadedSite()
  const done = reinitialise ? accounts.login.passwordReset : inscrit && accounts.registration.done
  return (
    <FormPage title={heads.login.title} lead={accounts.login.lead}>
      {done && !rejection && (
        <div className="mb-5">
          <Banner tone="success">{done}</Banner>
        </div>
      )}
      {cookies && !rejection && (
        <div className="mb-5">
          <Banner tone="error">{accounts.login.noCookies}</Banner>
        </div>
      )}
      <LoginForm
        target={redirect ?? safeRedirect(rejection?.values.redirect)}
        registrationOpen={site?.registrationOpen ?? false}
        rejection={rejection}
      />
    </FormPage>
  )
}

/** Asks who is logged in: a session may have ended while its token is still there, or begun without JavaScript. */
function useSessionCheck() {
  const { client } = useApi()
  useEffect(() => {
    const token = readToken()
    function mark(account: unknown) {
      // Somebody may have logged in or out meanwhile.
      if (readToken() !== token) return
      if (account) storeToken("session")
      else clearToken()
    }
    client.accounts.me.query().then(mark, () => undefined)
  }, [client])
}
