import { useQuery } from "@tanstack/react-query"
import { createFileRoute } from "@tanstack/react-router"
import { adminHead } from "#client/admin/screen.ts"
import { ScreenHeading } from "#client/admin/screen-heading.tsx"
import { useApi } from "#client/api.ts"
import { adminTitles } from "#client/copy/admin-heads.ts"
import { TokenScreen } from "#client/tokens/token-screen.tsx"

export const Route = createFileRoute("/admin/tokens")({
  head: () => adminHead(adminTitles.tokens),
  component: Screen,
})

function Screen() {
  const { queries } = useApi()
  const { data: account } = useQuery(queries.accounts.me.queryOptions())
  if (!account) return null
  return (
    <TokenScreen
      role={account.role}
      head={(action) => <ScreenHeading title={adminTitles.tokens}>{action}</ScreenHeading>}
    />
  )
}
