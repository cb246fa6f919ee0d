import type { ReactNode } from "react"
import { mailtoUrl } from "#client/office/inbox/opening-links.ts"
import { EmailText } from "#client/office/ui/email-text.tsx"
import type { InboxMessage } from "#server/contract/messages.ts"
import { CONTACT_SECTOR_LABELS, findSector, SECTOR_SLUGS } from "#server/contract/sectors.ts"
import { requestTexts } from "./texts.ts"

const texts = requestTexts.sender

/** Shows who asks and about which sector, beside who is in charge; on a phone in few lines, above what they write. */
export function SenderFacts({ message, children }: { message: InboxMessage; children: ReactNode }) {
  const { email, phone, shownPhone, sector } = message
  const page = findSector(sector)
  return (
    <div className="grid gap-x-6 gap-y-1 sm:gap-y-3 lg:grid-cols-[1fr_18rem]">
      <dl className="content-start gap-x-5 sm:gap-x-6 sm:gap-y-3 max-sm:flex max-sm:flex-wrap sm:grid sm:grid-cols-[1.5fr_1fr_1fr]">
        <div className="min-w-0">
          <dt className={label}>{texts.email}</dt>
          <dd className={value}>
            {email ? (
              <a href={mailtoUrl(message)} className={link}>
                <EmailText email={email} />
              </a>
            ) : (
              texts.withoutEmail
            )}
          </dd>
        </div>
        <div className="min-w-0">
          <dt className={label}>{texts.phone}</dt>
          <dd className={value}>
            {phone ? (
              <a href={`tel:${phone}`} className={link}>
                {shownPhone}
              </a>
            ) : (
              texts.withoutPhone
            )}
          </dd>
        </div>
        <div>
          <dt className={label}>{texts.sector}</dt>
          <dd className={`flex items-center gap-2 ${value}`}>
            <span
              data-sector={page && SECTOR_SLUGS[page]}
              aria-hidden="true"
              className="size-2.5 shrink-0 rounded-full bg-(--hue)"
            />
            {CONTACT_SECTOR_LABELS[sector]}
          </dd>
        </div>
      </dl>
      {children}
    </div>
  )
}

const label = "text-sm text-base-content/75 max-sm:sr-only"
const value = "font-medium wrap-anywhere max-sm:flex max-sm:min-h-11 max-sm:items-center"
const link =
  "inline-flex min-h-11 items-center underline decoration-base-content/40 underline-offset-4 hover:decoration-current"
