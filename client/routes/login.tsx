import { createFileRoute } from "@tanstack/react-router"
import { LoginForm } from "#client/accounts/login-form.tsx"
import { accounts } from "#client/copy/accounts.ts"
import { heads } from "#client/copy/heads.ts"
import { FormPage } from "#client/site/form-page.tsx"
import { pageHead } from "#client/site/head.ts"
import { Banner } from "#client/ui/banner.tsx"
import { safeRedirect } from "#server/contract/safe-redirect.ts"

interface LoginSearch {
  /** Where to return afterwards: an address of this site. */
  redirect?: string | undefined
  /** Set by a registration without JavaScript. */
  inscrit?: true | undefined
}

export const Route = createFileRoute("/login")({
  // Named even when there is none: what is left out would stay as the address has it.
  validateSearch: ({ redirect, inscrit }: Record<string, unknown>): LoginSearch => ({
    redirect: safeRedirect(redirect),
    inscrit: inscrit ? true : undefined,
  }),
  loader: ({ context: { rejection: refusal } }) => refusal,
  head: ({ match: { context } }) =>
    pageHead(context.origin, {
      title: heads.login.title,
      description: heads.login.description,
      path: "/login",
    }),
  component: Login,
})

function Login() {
  const { redirect, inscrit } = Route.useSearch()
  const refusal = Route.useLoaderData()
  return (
    <FormPage title={heads.login.title} lead={accounts.login.lead}>
      {inscrit && !refusal && (
        <div className="mb-5">
          <Banner tone="success">{accounts.registration.done}</Banner>
        </div>
      )}
      <LoginForm target={redirect ?? safeRedirect(refusal?.values.redirect)} refusal={refusal} />
    </FormPage>
  )
}
