import { formatDateTime } from "#client/app/dates.ts"
import { formatAgo } from "#client/office/french/ages.ts"
import { OutlineBadge } from "#client/office/ui/outline-badge.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import type { Session } from "#server/contract/sessions.ts"
import { account } from "./texts.ts"

const texts = account.sessions

interface SessionListProps {
  sessions: readonly Session[]
  /** Whether a session is being ended. */
  isBusy: boolean
  onEnd: (session: Session) => void
}

/** Lists where an account is signed in; the session of this browser ends by logging out. */
export function SessionList({ sessions, isBusy, onEnd }: SessionListProps) {
  return (
    <ul className="divide-y divide-base-300 rounded-box border border-base-300">
      {sessions.map((session) => (
        <li key={session.key} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
          <Facts session={session} />
          {!session.isCurrent && (
            <BusyButton
              isBusy={isBusy}
              className="btn border-base-300 bg-base-100 text-sm"
              onClick={() => onEnd(session)}
            >
              {texts.end}
              <span className="sr-only">{texts.of(session.device, session.place)}</span>
            </BusyButton>
          )}
        </li>
      ))}
    </ul>
  )
}

function Facts({ session: { device, place, createdAt, lastSeenAt, isCurrent } }: { session: Session }) {
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 font-semibold">
        {device}
        {isCurrent && <OutlineBadge tone="border-success/60 text-success">{texts.current}</OutlineBadge>}
      </p>
      <p className="text-sm text-base-content/80">
        {place}
        {" · "}
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {texts.opened(formatAgo(createdAt))}
        </time>
        {lastSeenAt && (
          <>
            {" · "}
            <time dateTime={lastSeenAt} title={formatDateTime(lastSeenAt)}>
              {texts.seen(formatAgo(lastSeenAt))}
            </time>
          </>
        )}
      </p>
    </div>
  )
}
