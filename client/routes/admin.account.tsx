import { useQuery } from "@tanstack/react-query"
import { createFileRoute } from "@tanstack/react-router"
import { useApi } from "#client/app/api.ts"
import { EmailChangeForm } from "#client/office/account/email-change-form.tsx"
import { MailPreferencesPanel } from "#client/office/account/mail-preferences.tsx"
import { NameForm } from "#client/office/account/name-form.tsx"
import { OneTimeCodesPanel } from "#client/office/account/one-time-codes-panel.tsx"
import { OwnSessions } from "#client/office/account/own-sessions.tsx"
import { PasskeysPanel } from "#client/office/account/passkeys-panel.tsx"
import { PasswordForm } from "#client/office/account/password-form.tsx"
import { PushPanel } from "#client/office/account/push-panel.tsx"
import { account as texts } from "#client/office/account/texts.ts"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { adminHead } from "#client/office/frame/screen.ts"
import { Panel } from "#client/office/ui/panel.tsx"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"
import { displayedName } from "#server/contract/displayed-name.ts"
import { shownEmail } from "#server/contract/shown-email.ts"

export const Route = createFileRoute("/admin/account")({
  head: () => adminHead(adminTitles.account),
  component: Screen,
})

function Screen() {
  const { client, queries } = useApi()
  const { data: account } = useQuery(queries.accounts.me.queryOptions())
  if (!account) return null
  return (
    <>
      <ScreenHeading
        title={adminTitles.account}
        lead={`${displayedName(account)} · ${shownEmail(account.email)} · ${texts.roles[account.role]}`}
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Panel title={texts.name.title}>
          <NameForm
            fullName={account.fullName}
            username={account.username}
            save={async (change) => {
              await client.accounts.rename.mutate(change)
              await queries.accounts.me.invalidate()
            }}
          />
        </Panel>
        <Panel title={texts.password.title}>
          <PasswordForm account={account} />
        </Panel>
        <Panel title={texts.email.title}>
          <EmailChangeForm email={account.email} />
        </Panel>
        <MailPreferencesPanel />
        <PushPanel />
        <Panel title={texts.sessions.title}>
          <OwnSessions />
        </Panel>
        <PasskeysPanel />
        <OneTimeCodesPanel />
      </div>
    </>
  )
}
