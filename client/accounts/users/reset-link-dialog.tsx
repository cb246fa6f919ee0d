import { invitationsCopy, usersCopy } from "#client/copy/admin-users.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import { ModalDialog } from "#client/ui/modal-dialog.tsx"
import { PRIVATE_PATHS } from "#server/contract/private-paths.ts"
import type { User } from "#server/contract/users.ts"
import { LinkToShare } from "./link-to-share.tsx"

const copy = usersCopy.resetLink

export interface IssuedResetLink {
  user: User
  token: string
  /** ISO 8601, UTC. */
  expiresAt: string
}

/** Shows the link by which somebody chooses a new password, which the server cannot show again. */
export function ResetLinkDialog({ link, onClose }: { link: IssuedResetLink; onClose: () => void }) {
  const { user, token, expiresAt } = link
  return (
    <ModalDialog title={copy.title(user.username)} isSmall onClose={onClose}>
      <div className="grid gap-4">
        <p>{copy.text}</p>
        <LinkToShare
          label={copy.link}
          url={location.origin + PRIVATE_PATHS.reset + token}
          email={user.email}
          help={invitationsCopy.once(formatDateTime(expiresAt))}
          subject={copy.subject}
          messageWith={copy.message}
        />
      </div>
    </ModalDialog>
  )
}
