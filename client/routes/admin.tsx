import { useQuery } from "@tanstack/react-query"
import { createFileRoute, Link, Outlet, redirect, useLocation } from "@tanstack/react-router"
import { accounts } from "#client/app/account-texts.ts"
import { useApi } from "#client/app/api.ts"
import { useAnnouncedHydration } from "#client/app/hydration.ts"
import { readToken, storeToken } from "#client/app/session.ts"
import { FactorGate } from "#client/office/account/factor-gate.tsx"
import { AccountApi } from "#client/office/frame/account-api.tsx"
import { AdminLayout } from "#client/office/frame/admin-layout.tsx"
import { AdminStyles } from "#client/office/frame/admin-styles.tsx"
import { LoadingScreen } from "#client/office/frame/loading-screen.tsx"
import { useLogOut } from "#client/office/frame/navigation.tsx"
import { NotAllowed } from "#client/office/frame/not-allowed.tsx"
import { rightOfScreen } from "#client/office/frame/right-of-screen.ts"
import { admin } from "#client/office/frame/texts.ts"
import { RetryButton } from "#client/office/ui/retry-button.tsx"
import { buttons } from "#client/ui/texts.ts"
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
  useAnnouncedHydration()
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

/** Asks on every screen for a password of one's own in place of the one that the first start printed. */
function GeneratedPasswordNotice() {
  const texts = admin.generatedPassword
  return (
    <section
      aria-label={texts.title}
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-box border border-warning bg-warning/10 px-4 py-3"
    >
      <div className="min-w-0 grow basis-72">
        <p className="font-semibold">{texts.title}</p>
        <p className="text-base-content/80">{texts.text}</p>
      </div>
      <Link to="/admin/account" className="btn btn-outline bg-base-100">
        {texts.change}
      </Link>
    </section>
  )
}

/** Replaces the admin for accounts that have no right to the back office. */
function AdminOnly() {
  const texts = accounts.onlyAdmin
  const logOut = useLogOut("/login")
  return (
    <main id="contenu" tabIndex={-1} className="grid min-h-dvh place-content-center gap-4 bg-base-200 p-6 outline-none">
      <h1 className="text-h2">{texts.title}</h1>
      <p className="prose-width text-lead">{texts.text}</p>
      <p className="flex flex-wrap gap-3">
        <a href="/" className="btn btn-primary">
          {texts.home}
        </a>
        <button type="button" className="btn btn-outline btn-primary" onClick={logOut}>
          {texts.logout}
        </button>
      </p>
    </main>
  )
}

/** Replaces every screen when the account could not be read, or code that all screens need could not be loaded. */
function FailedScreen() {
  useAnnouncedHydration()
  const { queries } = useApi()
  // Browsers and React remember a module that could not be loaded, so the page itself is loaded once the server answers.
  const retry = () =>
    queries.accounts.me.fetch().then(
      () => location.reload(),
      () => undefined,
    )

  return (
    <main id="contenu" className="grid min-h-dvh place-content-center gap-4 bg-base-200 p-6 text-center">
      <AdminStyles />
      <p role="alert">{admin.notOpened}</p>
      <RetryButton className="justify-self-center" onRetry={retry}>
        {buttons.retry}
      </RetryButton>
    </main>
  )
}
