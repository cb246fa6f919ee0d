import { inboxCopy as copy } from "#client/copy/admin-messages.ts"
import { EmptyState, NoSearchResults } from "#client/ui/empty-state.tsx"
import type { Message, MessageSearchResult } from "#server/contract/messages.ts"
import { MessageCard } from "./message-card.tsx"

interface MessageListProps {
  /** Undefined while it loads for the first time. */
  table: MessageSearchResult | undefined
  search: string
  stale: boolean
  onDelete: (message: Message) => void
  onClear: () => void
}

/** A page of messages, or a hint where there are none. */
export function MessageList({ table, search, stale, onDelete, onClear }: MessageListProps) {
  if (!table) return <Skeleton />
  if (table.found === 0 && search) {
    return <NoSearchResults title={copy.nothingFound.title} text={copy.nothingFound.text(search)} onClear={onClear} />
  }
  if (table.found === 0) return <EmptyState icon="mail" {...copy.none} />
  return (
    <ul aria-busy={stale} className={`grid gap-4 ${stale ? "opacity-60 motion-safe:transition-opacity" : ""}`}>
      {table.messages.map((message) => (
        <li key={message.id}>
          <MessageCard message={message} whole={search !== ""} onDelete={() => onDelete(message)} />
        </li>
      ))}
    </ul>
  )
}

function Skeleton() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <p className="sr-only">{copy.loading}</p>
      {[1, 2, 3, 4].map((card) => (
        <div key={card} className="grid gap-3 rounded-box border border-base-300 bg-base-100 p-4 md:p-6">
          <span className="skeleton h-6 w-48 max-w-full" />
          <span className="skeleton h-4 w-64 max-w-full" />
          <span className="skeleton h-16 max-w-[42rem]" />
          <span className="skeleton h-11 w-60 max-w-full" />
        </div>
      ))}
    </div>
  )
}
