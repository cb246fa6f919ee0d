import { useQuery } from "@tanstack/react-query"
import { useApi } from "#client/api.ts"
import { invitationsCopy as copy } from "#client/copy/admin-users.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import { Banner } from "#client/ui/banner.tsx"
import { takeFocus } from "#client/ui/take-focus.ts"
import { PRIVATE_PATHS } from "#server/contract/private-paths.ts"
import { shownEmail } from "#server/contract/shown-email.ts"
import type { IssuedInvitation } from "#server/contract/users.ts"
import { LinkToShare } from "./link-to-share.tsx"

interface IssuedInvitationProps {
  invitation: IssuedInvitation
  onClose: () => void
}

/** Says that the link is mailed, or shows it once, since the server cannot show it again. */
export function IssuedInvitationPanel({ invitation, onClose }: IssuedInvitationProps) {
  const { token, email, expiresAt } = invitation
  const { queries } = useApi()
  const company = useQuery(queries.content.site.queryOptions()).data?.company.facts.name ?? ""
  const until = formatDateTime(expiresAt)
  return (
    <div ref={takeFocus} tabIndex={-1} className="grid gap-5 outline-none">
      {token ? (
        <LinkToShare
          label={copy.link}
          url={location.origin + PRIVATE_PATHS.invitation + token}
          email={email}
          help={copy.once(until)}
          subject={copy.subject(company)}
          messageWith={(url) => copy.message(company, url)}
        />
      ) : (
        <Banner tone="success">{copy.sent(shownEmail(email ?? ""), until)}</Banner>
      )}
      <button type="button" className="btn btn-primary justify-self-end max-sm:w-full" onClick={onClose}>
        {copy.close}
      </button>
    </div>
  )
}
