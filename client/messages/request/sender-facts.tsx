import type { ReactNode } from "react"
import { requestCopy } from "#client/copy/admin-request.ts"
import type { Message } from "#server/contract/messages.ts"
import { CONTACT_SECTOR_LABELS, findSector, SECTOR_SLUGS } from "#server/contract/sectors.ts"

const copy = requestCopy.sender

/** Shows who asks and about which sector, beside who is in charge. */
export function SenderFacts({
  message: { email, phone, sector },
  children,
}: {
  message: Message
  children: ReactNode
}) {
  const page = findSector(sector)
  return (
    <div className="grid gap-x-6 gap-y-3 lg:grid-cols-[1fr_18rem]">
      <dl className="grid grid-cols-2 content-start gap-x-6 gap-y-3 sm:grid-cols-3">
        <div className="max-sm:col-span-2">
          <dt className={label}>{copy.email}</dt>
          <dd className={value}>{email || copy.none}</dd>
        </div>
        <div className="max-sm:col-span-2">
          <dt className={label}>{copy.phone}</dt>
          <dd className={value}>{phone ?? copy.none}</dd>
        </div>
        <div>
          <dt className={label}>{copy.sector}</dt>
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

const label = "text-sm text-base-content/75"
const value = "font-medium wrap-anywhere"
