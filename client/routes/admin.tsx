import { useQuery } from "@tanstack/react-query"
import { createFileRoute, Outlet, redirect } from "@tanstack/react-router"
import { AdminOnly } from "#client/admin/admin-only.tsx"
import { AdminStyles } from "#client/admin/admin-styles.tsx"
import { Opening } from "#client/admin/opening.tsx"
import { AdminShell } from "#client/admin/shell.tsx"
import { useApi } from "#client/api.ts"
import { useHydrated } from "#client/hydrated.ts"
import { readToken, storeToken } from "#client/session.ts"

/** Every admin screen: only for an administrator's session, drawn in the browser alone. */
export const Route = createFileRoute("/admin")({
  ssr: false,
  head: () => ({ meta: [{ title: "Administration – Groupe Lisanga" }, { name: "robots", content: "noindex" }] }),
  beforeLoad: async ({ context, location }) => {
    const account = await context.api.accounts.me.ensureData()
    if (!account) throw redirect({ to: "/login", search: { redirect: location.href } })
    // Logged in by a form without JavaScript, or in a storage that was emptied since.
    if (!readToken()) storeToken(crypto.getRandomValues(new Uint32Array(4)).join("-"))
  },
  pendingComponent: Opening,
  component: Admin,
})

function Admin() {
  useHydrated()
  const { queries } = useApi()
  const { data: account } = useQuery(queries.accounts.me.queryOptions())
  if (!account) return <Opening />
  return (
    <>
      <AdminStyles />
      {account.role === "admin" ? (
        <AdminShell account={account}>
          <Outlet />
        </AdminShell>
      ) : (
        <AdminOnly />
      )}
    </>
  )
}
