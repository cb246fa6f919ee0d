import { useQuery } from "@tanstack/react-query"
import { createFileRoute, Outlet, redirect, useLocation } from "@tanstack/react-router"
import { useApi } from "#client/app/api.ts"
import { readToken, storeToken } from "#client/app/session.ts"
import { useHydrated } from "#client/app/use-hydrated.ts"
import { FactorGate } from "#client/office/account/factor-gate.tsx"
import { AccountApi } from "#client/office/frame/account-api.tsx"
import { AdminLayout } from "#client/office/frame/admin-layout.tsx"
import { AdminOnly } from "#client/office/frame/admin-only.tsx"
import { AdminStyles } from "#client/office/frame/admin-styles.tsx"
import { FailedScreen } from "#client/office/frame/failed-screen.tsx"
import { GeneratedPasswordNotice } from "#client/office/frame/generated-password-notice.tsx"
import { LoadingScreen } from "#client/office/frame/loading-screen.tsx"
import { useLogOut } from "#client/office/frame/navigation.tsx"
import { NotAllowed } from "#client/office/frame/not-allowed.tsx"
import { rightOfScreen } from "#client/office/frame/right-of-screen.ts"
import { hasRight } from "#server/contract/rights.ts"

/** The layout of every admin screen, which the server does not render. */
export const Route = createFileRoute("/admin")({
  ssr: false,
  // Both are in one chunk, so that the failure can be shown without a server.
  codeSplitGroupings: [["component", "errorComponent"]],
  head: ({ match: { context } }) => {
    const name = context.queries.content.site.getData()?.company.facts.name ?? ""
    return { meta: [{ title: `Administration – ${name}` }, { name: "robots", content: "noindex" }] }
  },
  beforeLoad: async ({ context, location, abortController }) => {
    const hasToken = readToken() !== null
    // Without a token, the session has ended or was created without JavaScript, which only the server knows.
    const staleTime = hasToken ? Infinity : 0
    if (!(await context.queries.accounts.me.fetch(undefined, { staleTime })))
      throw redirect({ to: "/login", search: { redirect: location.href } })
    // Another tab may have logged out meanwhile, which loads the screen anew.
    if (!hasToken && !abortController.signal.aborted) storeToken("session")
  },
  pendingComponent: LoadingScreen,
  errorComponent: FailedScreen,
  component: Admin,
})

function Admin() {
  useHydrated()
  const { queries } = useApi()
  const { data: account } = useQuery(queries.accounts.me.queryOptions())
  const right = rightOfScreen(useLocation({ select: ({ pathname }) => pathname }))
  const logOut = useLogOut("/login")
  if (!account) return <LoadingScreen />
  return (
    <>
      <AdminStyles />
      <FactorGate account={account} onLogOut={logOut} fallback={<LoadingScreen />}>
        {hasRight(account.role, "office.open") ? (
          <AccountApi key={account.id} accountId={account.id}>
            <AdminLayout account={account}>
              {account.hasGeneratedPassword && <GeneratedPasswordNotice />}
              {right && !hasRight(account.role, right) ? <NotAllowed /> : <Outlet />}
            </AdminLayout>
          </AccountApi>
        ) : (
          <AdminOnly />
        )}
      </FactorGate>
    </>
  )
}
