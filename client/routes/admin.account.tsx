import { useQuery } from "@tanstack/react-query"
import { createFileRoute } from "@tanstack/react-router"
import { EmailChangeForm } from "#client/accounts/email-change-form.tsx"
import { OneTimeCodesPanel } from "#client/accounts/one-time-codes-panel.tsx"
import { OwnSessions } from "#client/accounts/own-sessions.tsx"
import { PasskeysPanel } from "#client/accounts/passkeys-panel.tsx"
import { PasswordForm } from "#client/accounts/password-form.tsx"
import { adminHead } from "#client/admin/screen.ts"
import { useApi } from "#client/api.ts"
import { account as copy } from "#client/copy/admin-account.ts"
import { adminTitles } from "#client/copy/admin-heads.ts"
import { Panel } from "#client/ui/panel.tsx"
import { ScreenHeading } from "#client/ui/screen-heading.tsx"
import { hasRight } from "#server/contract/rights.ts"
import { shownEmail } from "#server/contract/shown-email.ts"

export const Route = createFileRoute("/admin/account")({
  head: () => adminHead(adminTitles.account),
  component: Screen,
})

function Screen() {
  const { queries } = useApi()
  const { data: account } = useQuery(queries.accounts.me.queryOptions())
  if (!account) return null
  return (
    <>
      <ScreenHeading
        title={adminTitles.account}
        lead={`${account.username} · ${shownEmail(account.email)} · ${copy.roles[account.role]}`}
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Panel title={copy.password.title}>
          <PasswordForm
            username={account.username}
            email={account.email}
            mayHaveTokens={hasRight(account.role, "tokens.manage")}
          />
        </Panel>
        <Panel title={copy.email.title}>
          <EmailChangeForm email={account.email} />
        </Panel>
        <Panel title={copy.sessions.title}>
          <OwnSessions />
        </Panel>
        <PasskeysPanel />
        <OneTimeCodesPanel />
      </div>
    </>
  )
}
