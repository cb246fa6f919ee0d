import { formatDateTime } from "#client/app/dates.ts"
import { ModalDialog } from "#client/office/ui/modal-dialog.tsx"
import { PRIVATE_PATHS } from "#server/contract/private-paths.ts"
import type { User } from "#server/contract/users.ts"
import { LinkToShare } from "./link-to-share.tsx"
import { invitationsTexts, usersTexts } from "./texts.ts"

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
  const texts = usersTexts.links[kind]
  return (
    <ModalDialog title={texts.title(user.username)} isSmall onClose={onClose}>
      <div className="grid gap-4">
        <p>{texts.text}</p>
        <LinkToShare
          label={texts.link}
          url={location.origin + PRIVATE_PATHS[kind] + token}
          email={user.email}
          help={invitationsTexts.once(formatDateTime(expiresAt))}
          subject={texts.subject}
          messageWith={texts.message}
        />
      </div>
    </ModalDialog>
  )
}
