import { createFileRoute } from "@tanstack/react-router"
import { LoginForm } from "#client/accounts/login-form.tsx"
import { accounts } from "#client/copy/accounts.ts"
import { heads } from "#client/copy/heads.ts"
import { FormPage } from "#client/site/form-page.tsx"
import { pageHead } from "#client/site/head.ts"
import { useLoadedSite } from "#client/site/site-content.ts"
import { Banner } from "#client/ui/banner.tsx"
import { safeRedirect } from "#server/contract/safe-redirect.ts"

interface LoginSearch {
  /** The path to return to after the login. */
  redirect?: string | undefined
  /** It is set by a registration without JavaScript. */
  inscrit?: true | undefined
  /** It is set after a mailed link has reset the password. */
  reinitialise?: true | undefined
}

export const Route = createFileRoute("/login")({
  // Undefined values are listed, since the router would keep missing params in the URL.
  validateSearch: ({ redirect, inscrit, reinitialise }: Record<string, unknown>): LoginSearch => ({
    redirect: safeRedirect(redirect),
    inscrit: inscrit ? true : undefined,
    reinitialise: reinitialise ? true : undefined,
  }),
  loader: ({ context: { rejection } }) => rejection,
  head: ({ match: { context } }) => pageHead(context, { ...heads.login, path: "/login" }),
  component: Login,
})

function Login() {
  const { redirect, inscrit, reinitialise } = Route.useSearch()
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
      <LoginForm
        target={redirect ?? safeRedirect(rejection?.values.redirect)}
        registrationOpen={site?.registrationOpen ?? false}
        rejection={rejection}
      />
    </FormPage>
  )
}
