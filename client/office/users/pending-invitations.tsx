import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { mutationOf, useApi } from "#client/app/api.ts"
import { reauthenticatedFailure } from "#client/office/account/account-failure.ts"
import { account } from "#client/office/account/texts.ts"
import { Loaded } from "#client/office/frame/loaded.tsx"
import { formatShortDate } from "#client/office/french/dates.ts"
import { ModalDialog } from "#client/office/ui/modal-dialog.tsx"
import { Panel } from "#client/office/ui/panel.tsx"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { shownEmail } from "#server/contract/shown-email.ts"
import type { IssuedInvitation, PendingInvitation } from "#server/contract/users.ts"
import { IssuedInvitationPanel } from "./issued-invitation.tsx"
import { invitationsTexts, usersTexts } from "./texts.ts"

const texts = invitationsTexts.pending

export function PendingInvitationList() {
  const { client, queries } = useApi()
  const [issued, setIssued] = useState<IssuedInvitation>()
  const pending = useQuery(queries.users.invitations.queryOptions(undefined, { staleTime: 0 }))
  const onSettled = () => queries.users.invalidate()
  const renew = useMutation({
    ...mutationOf(client.users.renewInvitation.mutate),
    onSuccess: setIssued,
    onSettled,
  })
  const revoke = useMutation({ ...mutationOf(client.users.revokeInvitation.mutate), onSettled })
  const changeFailure = renew.error ?? revoke.error

  function start() {
    renew.reset()
    revoke.reset()
  }

  return (
    <>
      {revoke.isSuccess && (
        <StatusMessage tone="success" onDismiss={() => revoke.reset()}>
          {texts.revoked}
        </StatusMessage>
      )}
      {changeFailure && (
        <div className="mb-4">
          <Banner tone="error">{reauthenticatedFailure(changeFailure)}</Banner>
        </div>
      )}
      <Panel title={texts.title}>
        <Loaded
          query={pending}
          failed={usersTexts.loadFailure}
          skeleton={<div className="skeleton h-16" aria-busy="true" />}
        >
          {({ invitations, hasMailServer }) =>
            invitations.length === 0 ? (
              <p>{texts.none}</p>
            ) : (
              <ul className="divide-y divide-base-300">
                {invitations.map((invitation) => (
                  <InvitationRow
                    key={invitation.id}
                    invitation={invitation}
                    isMailable={hasMailServer && invitation.email !== null}
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
            )
          }
        </Loaded>
      </Panel>
      {issued && (
        <ModalDialog title={invitationsTexts.link} isSmall onClose={() => setIssued(undefined)}>
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
  const facts = [account.roles[role], invitedBy && texts.by(invitedBy), texts.until(formatShortDate(expiresAt))]
  const of = <span className="sr-only">{texts.of(email)}</span>
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{email ? shownEmail(email) : texts.byLink}</p>
        <p className="text-sm text-base-content/80">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        {isMailable && (
          <BusyButton isBusy={isBusy} className={button} onClick={() => onRenew(false)}>
            {texts.resend}
            {of}
          </BusyButton>
        )}
        <BusyButton isBusy={isBusy} aria-haspopup="dialog" className={button} onClick={() => onRenew(true)}>
          {texts.newLink}
          {of}
        </BusyButton>
        <BusyButton isBusy={isBusy} className={`${button} text-error`} onClick={onRevoke}>
          {texts.revoke}
          {of}
        </BusyButton>
      </div>
    </li>
  )
}
