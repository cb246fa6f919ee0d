import { createFileRoute } from "@tanstack/react-router"
import { LoginForm } from "#client/accounts/login-form.tsx"
import { accounts } from "#client/copy/accounts.ts"
import { ownAddress } from "#client/own-address.ts"
import { FormPage } from "#client/site/form-page.tsx"
import { pageHead } from "#client/site/head.ts"
import { Banner } from "#client/ui/banner.tsx"

interface LoginSearch {
  /** Where to return afterwards: an address of this site. */
  redirect?: string
  /** Set by a registration without JavaScript. */
  inscrit?: true
}

export const Route = createFileRoute("/login")({
  validateSearch: ({ redirect, inscrit }: Record<string, unknown>): LoginSearch => {
    const target = ownAddress(redirect)
    return { ...(target && { redirect: target }), ...(inscrit ? { inscrit: true as const } : {}) }
  },
  loader: ({ context: { refusal } }) => refusal,
  head: ({ match: { context } }) =>
    pageHead(context.origin, {
      title: accounts.login.title,
      description: accounts.login.description,
      path: "/login",
      robots: "noindex",
    }),
  component: Login,
})

function Login() {
  const { redirect, inscrit } = Route.useSearch()
  const refusal = Route.useLoaderData()
  return (
    <FormPage title={accounts.login.title} lead={accounts.login.lead}>
      {inscrit && !refusal && (
        <div className="mb-5">
          <Banner tone="success">{accounts.registration.done}</Banner>
        </div>
      )}
      <LoginForm target={redirect ?? refusal?.values.redirect} refusal={refusal} />
    </FormPage>
  )
}
