import { inboxCopy as copy } from "#client/copy/admin-messages.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import { Icon } from "#client/icons/icon.tsx"
import type { Message } from "#server/contract/messages.ts"
import { CONTACT_SECTOR_LABELS, findSector, SECTOR_SLUGS } from "#server/contract/sectors.ts"
import { fullName } from "./full-name.ts"
import { MessageText } from "./message-text.tsx"

interface MessageCardProps {
  message: Message
  /** Does not truncate a long text. */
  whole: boolean
  onDelete: () => void
}

export function MessageCard({ message, whole, onDelete }: MessageCardProps) {
  const { email, sector, createdAt } = message
  const name = fullName(message)
  const label = CONTACT_SECTOR_LABELS[sector]
  const page = findSector(sector)
  return (
    <article className="rounded-box border border-base-300 bg-base-100 p-4 md:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="min-w-0 text-lg wrap-anywhere">{name}</h2>
        <time dateTime={createdAt} className="text-sm text-base-content/75">
          {formatDateTime(createdAt)}
        </time>
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-base-content/75">
        <span className="min-w-0 wrap-anywhere">{email}</span>
        <span className="flex items-center gap-2">
          <span
            data-sector={page && SECTOR_SLUGS[page]}
            aria-hidden="true"
            className="size-2.5 rounded-full bg-(--hue)"
          />
          {label}
        </span>
      </p>
      <div className="mt-3 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 lg:flex-nowrap">
        <MessageText text={message.message} whole={whole} />
        <div className="flex shrink-0 flex-wrap gap-2 max-sm:w-full max-sm:*:flex-auto max-sm:*:px-2">
          <a href={mailto(email, copy.subject(label))} className="btn btn-outline btn-primary">
            <Icon name="mail" />
            <span>
              {copy.reply}
              <span className="sr-only">{copy.replyTo(email)}</span>
            </span>
          </a>
          <button
            type="button"
            aria-label={copy.deleteFrom(name)}
            className="btn btn-outline btn-error"
            onClick={onDelete}
          >
            <Icon name="delete" />
            {copy.delete}
          </button>
        </div>
      </div>
    </article>
  )
}

/** RFC 6068: the mail address too may hold characters that a URL would parse otherwise. */
function mailto(email: string, subject: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}?subject=${encodeURIComponent(subject)}`
}
