import { Link } from "@tanstack/react-router"
import { formatDateTime } from "#client/app/dates.ts"
import { Icon } from "#client/icons/icon.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import { formatWait } from "#client/office/french/ages.ts"
import { formatShortDateTime } from "#client/office/french/dates.ts"
import { EmailText } from "#client/office/ui/email-text.tsx"
import { DAY_MS } from "#server/contract/durations.ts"
import type { Colleague, InboxMessage, MessageAction } from "#server/contract/messages.ts"
import { CONTACT_SECTOR_LABELS, findSector, SECTOR_SLUGS } from "#server/contract/sectors.ts"
import { shownEmail } from "#server/contract/shown-email.ts"
import { AssigneeSelect } from "./assignee-select.tsx"
import { fullName } from "./full-name.ts"
import { MessageMarks, MessageStateBadge } from "./message-state-badge.tsx"
import { mailtoUrl } from "./opening-links.ts"
import { commonActions, MessageRowActions, type RowAction } from "./row-actions.tsx"
import { inboxRow as texts } from "./texts.ts"
import { useSwipe } from "./use-swipe.ts"

export interface MessageRowEvents {
  onAction: (action: MessageAction, message: InboxMessage) => void
  onDelete: (message: InboxMessage) => void
}

interface MessageRowProps extends MessageRowEvents {
  message: InboxMessage
  accountId: number
  colleagues: readonly Colleague[]
  /** Whether the waiting time is shown, since the list is sorted by it. */
  showsWait: boolean
  /** Whether messages are being changed, so that no other change can begin. */
  isBusy: boolean
  isSelected: boolean
  onToggle: () => void
  /** Whether the Tab key reaches the row. */
  isReachable: boolean
  onFocus: () => void
}

export function MessageRow({ message, accountId, colleagues, showsWait, isBusy, ...props }: MessageRowProps) {
  const { isSelected, onToggle, isReachable, onFocus, onAction, onDelete } = props
  const name = fullName(message)
  const canWrite = useCan()("messages.write")
  const { right, left } = canWrite ? commonActions(message, accountId) : {}
  const swipe = useSwipe({
    onRight: right && !isBusy ? () => onAction(right.action, message) : undefined,
    onLeft: left && !isBusy ? () => onAction(left.action, message) : undefined,
  })
  return (
    <li
      data-row={message.id}
      tabIndex={isReachable ? 0 : -1}
      onFocus={onFocus}
      className="relative touch-pan-y scroll-mt-20 overflow-clip focus-visible:z-2 focus-visible:-outline-offset-3"
      {...swipe.handlers}
    >
      {swipe.offset !== 0 && <SwipeHint action={swipe.offset > 0 ? right : left} {...swipe} />}
      <div
        style={{ transform: swipe.offset === 0 ? undefined : `translateX(${swipe.offset}px)` }}
        className={`message-row ${canWrite ? "" : "is-read-only"} ${isSelected ? "bg-[color-mix(in_oklab,var(--color-primary)_9%,var(--color-base-100))]" : "bg-base-100"}`}
      >
        {canWrite && (
          <label className="message-select grid size-11 cursor-pointer place-items-center">
            <input
              type="checkbox"
              aria-label={texts.select(name)}
              checked={isSelected}
              onChange={onToggle}
              className="size-5 accent-primary"
            />
          </label>
        )}
        <Sender message={message} />
        <Received message={message} showsWait={showsWait} />
        <Excerpt message={message} />
        <div className="message-foot">
          <MessageStateBadge {...message} />
          {canWrite ? (
            <AssigneeSelect
              aria-label={texts.assigneeOf(name)}
              aria-disabled={isBusy}
              assignee={message.assignee}
              colleagues={colleagues}
              none={texts.nobody}
              onAssign={(person) => onAction({ kind: "assignee", assignee: person?.id ?? null }, message)}
              className={`message-assignee select w-full min-w-11 border-transparent bg-transparent pr-7 pl-1 text-sm text-ellipsis max-md:text-xs appearance-none hover:border-base-300 aria-disabled:opacity-40 ${message.assignee ? "" : "text-base-content/75"}`}
            />
          ) : (
            <span className="message-assignee truncate text-sm text-base-content/75">
              {message.assignee?.name ?? texts.nobody}
            </span>
          )}
          {canWrite && (
            <MessageRowActions
              message={message}
              actions={[right, left]}
              isBusy={isBusy}
              onAction={(action) => onAction(action, message)}
              onDelete={() => onDelete(message)}
            />
          )}
        </div>
      </div>
    </li>
  )
}

function Sender({ message }: { message: InboxMessage }) {
  const { id, email, readAt, pictures } = message
  return (
    <div className="message-sender">
      <div className="message-name">
        {!readAt && (
          <span className="size-2.5 shrink-0 rounded-full bg-accent">
            <span className="sr-only">{texts.unread}</span>
          </span>
        )}
        <Link
          to="/admin/messages/$id"
          params={{ id: String(id) }}
          className={`message-link message-open leading-5 hover:underline ${readAt ? "" : "font-bold"}`}
        >
          <span className="line-clamp-1 break-all">{fullName(message)}</span>
        </Link>
        {pictures > 0 && (
          <span title={texts.pictures(pictures)} className="shrink-0 text-base-content/75">
            <Icon name="camera" className="size-4.5" />
            <span className="sr-only">{texts.pictures(pictures)}</span>
          </span>
        )}
      </div>
      {email && (
        <a
          href={mailtoUrl(message)}
          title={shownEmail(email)}
          className="message-email message-link text-sm text-base-content/75 underline decoration-base-content/30 underline-offset-2 hover:decoration-current"
        >
          <span className="leading-5 wrap-anywhere">
            <EmailText email={email} />
          </span>
        </a>
      )}
    </div>
  )
}

/** Shows the sector and the first words of the message. */
function Excerpt({ message: request }: { message: InboxMessage }) {
  const { sector, message, readAt } = request
  const page = findSector(sector)
  return (
    <p className={`message-excerpt min-w-0 text-sm wrap-anywhere ${readAt ? "text-base-content/80" : "font-semibold"}`}>
      <span className="inline-flex flex-wrap gap-1.5 not-empty:mr-1.5">
        <MessageMarks message={request} />
      </span>
      <span
        data-sector={page && SECTOR_SLUGS[page]}
        aria-hidden="true"
        className="mr-1.5 inline-block size-2.5 rounded-full bg-(--hue)"
      />
      <span className="font-medium">{CONTACT_SECTOR_LABELS[sector]}</span>
      {" · "}
      {message}
    </p>
  )
}

function Received({ message: { createdAt, waitingSince }, showsWait }: { message: InboxMessage; showsWait: boolean }) {
  const at = (showsWait && waitingSince) || createdAt
  const isLate = showsWait && Date.now() - Date.parse(at) > DAY_MS
  return (
    <time
      dateTime={at}
      title={formatDateTime(at)}
      className={`message-received tabular-nums ${isLate ? "font-semibold text-error" : "text-base-content/75"}`}
    >
      {showsWait ? formatWait(at) : formatShortDateTime(at)}
    </time>
  )
}

/** Shows the action that starts when the finger is lifted. */
function SwipeHint({ action, offset, isFar }: { action: RowAction | undefined; offset: number; isFar: boolean }) {
  if (!action) return null
  return (
    <div
      aria-hidden="true"
      className={`absolute inset-0 flex items-center gap-2 px-5 font-semibold ${offset > 0 ? "justify-start" : "flex-row-reverse justify-start"} ${isFar ? "bg-primary text-primary-content" : "bg-base-300"}`}
    >
      <Icon name={action.icon} />
      {action.title}
    </div>
  )
}
