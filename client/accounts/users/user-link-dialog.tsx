import { invitationsCopy, usersCopy } from "#client/copy/admin-users.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import { ModalDialog } from "#client/ui/modal-dialog.tsx"
import { PRIVATE_PATHS } from "#server/contract/private-paths.ts"
import type { User } from "#server/contract/users.ts"
import { LinkToShare } from "./link-to-share.tsx"

/** By a link somebody chooses a new password, or may add a first passkey or one-time code. */
export type UserLinkKind = "reset" | "factor"

export interface IssuedUserLink {
  user: User
  kind: UserLinkKind
  token: string
  /** ISO 8601, UTC. */
  expiresAt: string
}

/** Shows a link that the server cannot show again. */
export function UserLinkDialog({ link, onClose }: { link: IssuedUserLink; onClose: () => void }) {
  const { user, kind, token, expiresAt } = link
  const copy = usersCopy.links[kind]
  return (
    <ModalDialog title={copy.title(user.username)} isSmall onClose={onClose}>
      <div className="grid gap-4">
        <p>{copy.text}</p>
        <LinkToShare
          label={copy.link}
          url={location.origin + PRIVATE_PATHS[kind] + token}
          email={user.email}
          help={invitationsCopy.once(formatDateTime(expiresAt))}
          subject={copy.subject}
          messageWith={copy.message}
        />
      </div>
    </ModalDialog>
  )
}
