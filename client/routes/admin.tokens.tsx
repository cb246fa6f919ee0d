import { useQuery } from "@tanstack/react-query"
import { createFileRoute } from "@tanstack/react-router"
import { useApi } from "#client/app/api.ts"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { adminHead } from "#client/office/frame/screen.ts"
import { TokenScreen } from "#client/office/tokens/token-screen.tsx"

export const Route = createFileRoute("/admin/tokens")({
  head: () => adminHead(adminTitles.tokens),
  component: Screen,
})

function Screen() {
  const { queries } = useApi()
  const { data: account } = useQuery(queries.accounts.me.queryOptions())
  return account ? <TokenScreen role={account.role} /> : null
}
