import { useQuery } from "@tanstack/react-query"
import { useApi } from "#client/app/api.ts"
import { formatDateTime } from "#client/app/dates.ts"
import { takeFocus } from "#client/office/ui/take-focus.ts"
import { Banner } from "#client/ui/banner.tsx"
import { PRIVATE_PATHS } from "#server/contract/private-paths.ts"
import { shownEmail } from "#server/contract/shown-email.ts"
import type { IssuedInvitation } from "#server/contract/users.ts"
import { LinkToShare } from "./link-to-share.tsx"
import { invitationsTexts as texts } from "./texts.ts"

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
          label={texts.link}
          url={location.origin + PRIVATE_PATHS.invitation + token}
          email={email}
          help={texts.once(until)}
          subject={texts.subject(company)}
          messageWith={(url) => texts.message(company, url)}
        />
      ) : (
        <Banner tone="success">{texts.sent(shownEmail(email ?? ""), until)}</Banner>
      )}
      <button type="button" className="btn btn-primary justify-self-end max-sm:w-full" onClick={onClose}>
        {texts.close}
      </button>
    </div>
  )
}
