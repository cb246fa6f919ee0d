import { RowsSkeleton } from "#client/office/list/rows-skeleton.tsx"
import { StaleList } from "#client/office/list/stale-list.tsx"
import { useReachableRow } from "#client/office/list/use-reachable-row.ts"
import type { Selection } from "#client/office/list/use-selection.ts"
import type { Colleague, InboxMessage } from "#server/contract/messages.ts"
import { MessageRow, type MessageRowEvents } from "./message-row.tsx"
import { inboxTexts as texts } from "./texts.ts"

interface MessageListProps extends MessageRowEvents {
  messages: readonly InboxMessage[] | undefined
  isStale: boolean
  accountId: number
  colleagues: readonly Colleague[]
  showsWait: boolean
  /** Whether messages are being changed, so that no other change can begin. */
  isBusy: boolean
  selection: Selection
}

/** A page of messages. */
export function MessageList({ messages, isStale, selection, ...row }: MessageListProps) {
  const { reachable, onFocus } = useReachableRow(messages)
  if (!messages) return <RowsSkeleton label={texts.loading} row="px-4 py-3" widths={["max-w-48", "max-w-[42rem]"]} />
  return (
    <StaleList
      isStale={isStale}
      className="message-list divide-y divide-base-300 overflow-clip rounded-box border border-base-300 bg-base-100"
    >
      {messages.map((message) => (
        <MessageRow
          key={message.id}
          message={message}
          isReachable={message.id === reachable}
          onFocus={() => onFocus(message.id)}
          isSelected={selection.ids.has(message.id)}
          onToggle={() => selection.toggle(message.id)}
          {...row}
        />
      ))}
    </StaleList>
  )
}
