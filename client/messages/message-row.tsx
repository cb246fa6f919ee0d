import { Link } from "@tanstack/react-router"
import { formatWait } from "#client/copy/admin-ages.ts"
import { formatShortDateTime } from "#client/copy/admin-dates.ts"
import { inboxRow as copy } from "#client/copy/admin-messages.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import { Icon } from "#client/icons/icon.tsx"
import { useCan } from "#client/rights.tsx"
import type { Colleague, InboxMessage, MessageAction } from "#server/contract/messages.ts"
import { CONTACT_SECTOR_LABELS, findSector, SECTOR_SLUGS } from "#server/contract/sectors.ts"
import { shownEmail } from "#server/contract/shown-email.ts"
import { AssigneeSelect } from "./assignee-select.tsx"
import { fullName } from "./full-name.ts"
import { DoubtBadge, MessageStateBadge } from "./message-state-badge.tsx"
import { mailtoUrl } from "./opening-links.ts"
import { commonActions, MessageRowActions, type RowAction } from "./row-actions.tsx"
import { useSwipe } from "./use-swipe.ts"

export interface MessageRowEvents {
  onAction: (action: MessageAction, message: InboxMessage) => void
  onDelete: (message: InboxMessage) => void
}

interface MessageRowProps extends MessageRowEvents {
  message: InboxMessage
  accountId: number
  people: readonly Colleague[]
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

/** A row has one line if there is room, or else three: sender and date, excerpt, then state and actions. */
export function MessageRow({ message, accountId, people, showsWait, isBusy, ...props }: MessageRowProps) {
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
        className={`relative grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center gap-x-2 px-2 py-0.5 max-md:gap-x-0 min-[88rem]:py-1 min-[88rem]:grid-cols-[2.75rem_12.5rem_minmax(0,1fr)_6rem_7rem_5.5rem_8.75rem] min-[88rem]:px-3 ${isSelected ? "bg-[color-mix(in_oklab,var(--color-primary)_9%,var(--color-base-100))]" : "bg-base-100"}`}
      >
        {canWrite && (
          <label className="grid size-11 cursor-pointer place-items-center max-[88rem]:[grid-area:1/1/3/2]">
            <input
              type="checkbox"
              aria-label={copy.select(name)}
              checked={isSelected}
              onChange={onToggle}
              className="size-5 accent-primary"
            />
          </label>
        )}
        <div className="flex min-w-0 items-center justify-between gap-2 max-[88rem]:[grid-area:1/2/2/4] min-[88rem]:contents">
          <Sender message={message} />
          <Received message={message} showsWait={showsWait} />
        </div>
        <Excerpt message={message} />
        <div className="flex min-w-0 items-center gap-1 max-[88rem]:pl-1 max-[88rem]:[grid-area:3/1/4/3] min-[88rem]:contents">
          <MessageStateBadge {...message} />
          {canWrite ? (
            <AssigneeSelect
              aria-label={copy.assigneeOf(name)}
              aria-disabled={isBusy}
              assignee={message.assignee}
              people={people}
              none={copy.nobody}
              onAssign={(person) => onAction({ kind: "assignee", assignee: person?.id ?? null }, message)}
              className={`select w-full min-w-11 border-transparent bg-transparent pr-7 pl-2 text-sm text-ellipsis max-md:pr-6 max-md:pl-1 appearance-none max-[88rem]:max-w-44 hover:border-base-300 aria-disabled:opacity-40 ${message.assignee ? "" : "text-base-content/75"}`}
            />
          ) : (
            <span className="truncate text-sm text-base-content/75">{message.assignee?.name ?? copy.nobody}</span>
          )}
        </div>
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
    </li>
  )
}

function Sender({ message }: { message: InboxMessage }) {
  const { id, email, readAt, photos } = message
  return (
    <div className="flex min-w-0 grow items-center gap-2 min-[88rem]:flex-wrap min-[88rem]:gap-y-0">
      {!readAt && (
        <span className="size-2.5 shrink-0 rounded-full bg-accent">
          <span className="sr-only">{copy.unread}</span>
        </span>
      )}
      <Link
        to="/admin/messages/$id"
        params={{ id: String(id) }}
        className={`grid min-w-11 items-center leading-5 hover:underline max-[88rem]:min-h-11 max-[88rem]:max-w-[calc(100%-4.75rem)] max-[88rem]:shrink-0 min-[88rem]:min-h-6 min-[88rem]:flex-1 min-[88rem]:basis-0 ${readAt ? "" : "font-bold"}`}
      >
        <span className="line-clamp-1 break-all">{fullName(message)}</span>
      </Link>
      {photos > 0 && (
        <span title={copy.photos(photos)} className="shrink-0 text-base-content/75">
          <Icon name="camera" className="size-4.5" />
          <span className="sr-only">{copy.photos(photos)}</span>
        </span>
      )}
      {email && (
        <a
          href={mailtoUrl(message)}
          title={shownEmail(email)}
          className="grid min-w-11 items-center text-sm text-base-content/75 underline decoration-base-content/30 underline-offset-2 hover:decoration-current max-[88rem]:min-h-11 max-[88rem]:flex-1 max-[88rem]:basis-0 sm:max-[88rem]:flex-initial sm:max-[88rem]:basis-auto min-[88rem]:min-h-6 min-[88rem]:basis-full"
        >
          <span className="leading-5 wrap-anywhere sm:truncate">{shownEmail(email)}</span>
        </a>
      )}
    </div>
  )
}

/** Shows the sector and the first words of the message. */
function Excerpt({ message: { sector, message, readAt, doubts } }: { message: InboxMessage }) {
  const page = findSector(sector)
  return (
    <p
      className={`line-clamp-1 min-w-0 text-sm wrap-anywhere max-[88rem]:-mt-2.5 max-[88rem]:[grid-area:2/2/3/4] min-[88rem]:line-clamp-2 ${readAt ? "text-base-content/80" : "font-semibold"}`}
    >
      {doubts.length > 0 && (
        <span className="mr-1.5">
          <DoubtBadge doubts={doubts} />
        </span>
      )}
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
  return (
    <time
      dateTime={at}
      title={formatDateTime(at)}
      className="text-right text-sm tabular-nums text-base-content/75 max-sm:-mt-1.5 max-sm:w-min max-sm:text-xs max-sm:leading-4 sm:max-[88rem]:whitespace-nowrap min-[88rem]:[grid-area:1/6]"
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
