import { useQuery } from "@tanstack/react-query"
import { createFileRoute } from "@tanstack/react-router"
import { adminHead } from "#client/admin/screen.ts"
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
  return account ? <TokenScreen role={account.role} /> : null
}
