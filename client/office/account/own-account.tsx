import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "#client/app/api.ts"
import { clearToken } from "#client/app/session.ts"
import { AccountApi } from "#client/office/frame/account-api.tsx"
import { AdminStyles } from "#client/office/frame/admin-styles.tsx"
import { Panel } from "#client/office/ui/panel.tsx"
import { ConfirmAction } from "#client/ui/confirm-dialog.tsx"
import type { CurrentAccount } from "#server/contract/accounts.ts"
import { hasRight } from "#server/contract/rights.ts"
import { shownEmail } from "#server/contract/shown-email.ts"
import { accountFailure } from "./account-failure.ts"
import { leaving } from "./leaving-texts.ts"
import { OwnSessions } from "./own-sessions.tsx"
import { PasswordForm } from "./password-form.tsx"
import { account as texts } from "./texts.ts"

interface OwnAccountProps {
  /** The account is deleted. */
  onLeft: () => void
}

/** The account of a registered person on the public site; colleagues have more to set in the office. */
export function OwnAccount({ onLeft }: OwnAccountProps) {
  const { queries } = useApi()
  const { data: account } = useQuery(queries.accounts.me.queryOptions())
  if (!account) return null
  // The office asks for a second factor, too.
  const isColleague = hasRight(account.role, "office.open") || account.missingFactor !== undefined
  return (
    <AccountApi key={account.id} accountId={account.id}>
      <AdminStyles />
      <p className="mt-6 text-lead wrap-anywhere">{`${account.username} · ${shownEmail(account.email)}`}</p>
      <div className="mt-8 grid gap-6">
        {account.missingFactor === undefined && (
          <>
            <Panel title={texts.password.title}>
              <PasswordForm account={account} />
            </Panel>
            <Panel title={texts.sessions.title}>
              <OwnSessions />
            </Panel>
          </>
        )}
        {isColleague ? (
          <p>
            <a href="/admin/account" className="link-inline">
              {leaving.office}
            </a>
          </p>
        ) : (
          <Leaving account={account} onLeft={onLeft} />
        )}
      </div>
    </AccountApi>
  )
}

/** Deletes the account once its holder has said who they are. */
function Leaving({ account, onLeft }: OwnAccountProps & { account: CurrentAccount }) {
  const [isAsking, setIsAsking] = useState(false)
  const { client } = useApi()
  async function leave() {
    await client.accounts.leave.mutate()
    clearToken()
    onLeft()
  }
  return (
    <Panel title={leaving.title}>
      <p className="prose-width">{leaving.text}</p>
      <button type="button" onClick={() => setIsAsking(true)} className="btn btn-error mt-4">
        {leaving.submit}
      </button>
      {isAsking && (
        <ConfirmAction
          question={leaving.question(account.username)}
          detail={leaving.detail}
          confirm={leaving.confirm}
          action={leave}
          explain={accountFailure}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </Panel>
  )
}
