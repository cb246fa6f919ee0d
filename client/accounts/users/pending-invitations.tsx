import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { mutationOf, useApi } from "#client/api.ts"
import { account } from "#client/copy/admin-account.ts"
import { formatShortDate } from "#client/copy/admin-dates.ts"
import { invitationsCopy, usersCopy } from "#client/copy/admin-users.ts"
import { loadingFailure } from "#client/failures.ts"
import type { WithReauthentication } from "#client/reauthentication/use-reauthentication.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { LoadFailure } from "#client/ui/load-failure.tsx"
import { ModalDialog } from "#client/ui/modal-dialog.tsx"
import { Panel } from "#client/ui/panel.tsx"
import { StatusMessage } from "#client/ui/status-message.tsx"
import { useLoadError } from "#client/use-load-error.ts"
import { shownEmail } from "#server/contract/shown-email.ts"
import type { InvitationRenewal, IssuedInvitation, PendingInvitation } from "#server/contract/users.ts"
import { IssuedInvitationPanel } from "./issued-invitation.tsx"
import { userFailure } from "./use-user-changes.tsx"

const copy = invitationsCopy.pending

interface PendingInvitationsProps {
  withReauthentication: WithReauthentication
}

export function PendingInvitationList({ withReauthentication }: PendingInvitationsProps) {
  const { client, queries } = useApi()
  const [issued, setIssued] = useState<IssuedInvitation>()
  const pending = useQuery(queries.users.invitations.queryOptions(undefined, { staleTime: 0 }))
  const failure = useLoadError(pending)
  const onSettled = () => queries.users.invalidate()
  const renew = useMutation({
    ...mutationOf((input: Partial<InvitationRenewal> & { id: number }) =>
      withReauthentication(() => client.users.renewInvitation.mutate(input)),
    ),
    onSuccess: setIssued,
    onSettled,
  })
  const revoke = useMutation({ ...mutationOf(client.users.revokeInvitation.mutate), onSettled })
  const changeFailure = renew.error ?? revoke.error
  const invitations = pending.data?.invitations

  function start() {
    renew.reset()
    revoke.reset()
  }

  return (
    <>
      {revoke.isSuccess && (
        <StatusMessage tone="success" onDismiss={() => revoke.reset()}>
          {copy.revoked}
        </StatusMessage>
      )}
      {changeFailure && (
        <div className="mb-4">
          <Banner tone="error">{userFailure(changeFailure)}</Banner>
        </div>
      )}
      <Panel title={copy.title}>
        {failure && (
          <LoadFailure text={loadingFailure(usersCopy.loadFailure, failure)} onRetry={() => pending.refetch()} />
        )}
        {!pending.data && !failure && <div className="skeleton h-16" aria-busy="true" />}
        {invitations?.length === 0 && <p>{copy.none}</p>}
        <ul className="divide-y divide-base-300">
          {invitations?.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              isMailable={pending.data?.hasMailServer === true && invitation.email !== null}
              isBusy={renew.isPending || revoke.isPending}
              onRenew={(asLink) => {
                start()
                renew.mutate({ id: invitation.id, asLink })
              }}
              onRevoke={() => {
                start()
                revoke.mutate(invitation.id)
              }}
            />
          ))}
        </ul>
      </Panel>
      {issued && (
        <ModalDialog title={invitationsCopy.link} isSmall onClose={() => setIssued(undefined)}>
          <IssuedInvitationPanel invitation={issued} onClose={() => setIssued(undefined)} />
        </ModalDialog>
      )}
    </>
  )
}

interface InvitationRowProps {
  invitation: PendingInvitation
  isMailable: boolean
  isBusy: boolean
  onRenew: (asLink: boolean) => void
  onRevoke: () => void
}

const button = "btn border-base-300 bg-base-100 px-3 text-sm max-sm:grow"

function InvitationRow({ invitation, isMailable, isBusy, onRenew, onRevoke }: InvitationRowProps) {
  const { email, role, invitedBy, expiresAt } = invitation
  const facts = [account.roles[role], invitedBy && copy.by(invitedBy), copy.until(formatShortDate(expiresAt))]
  const of = <span className="sr-only">{copy.of(email)}</span>
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{email ? shownEmail(email) : copy.byLink}</p>
        <p className="text-sm text-base-content/80">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        {isMailable && (
          <BusyButton isBusy={isBusy} className={button} onClick={() => onRenew(false)}>
            {copy.resend}
            {of}
          </BusyButton>
        )}
        <BusyButton isBusy={isBusy} aria-haspopup="dialog" className={button} onClick={() => onRenew(true)}>
          {copy.newLink}
          {of}
        </BusyButton>
        <BusyButton isBusy={isBusy} className={`${button} text-error`} onClick={onRevoke}>
          {copy.revoke}
          {of}
        </BusyButton>
      </div>
    </li>
  )
}
