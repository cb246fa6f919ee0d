import { createFileRoute } from "@tanstack/react-router"
import { Counters } from "#client/admin/counters.tsx"
import { PageHead } from "#client/admin/page-head.tsx"
import { Pager } from "#client/admin/pager.tsx"
import { adminHead } from "#client/admin/screen.ts"
import { adminTitles } from "#client/copy/admin-heads.ts"
import { inboxCopy as copy } from "#client/copy/admin-messages.ts"
import { errors } from "#client/copy/errors.ts"
import { loadingFailure } from "#client/failures.ts"
import { DeleteMessageDialog } from "#client/messages/delete-message-dialog.tsx"
import { fullName } from "#client/messages/full-name.ts"
import {
  type InboxSearchParams,
  parseInboxSearchParams,
  toMessageSearch,
} from "#client/messages/inbox-search-params.ts"
import { MessageList } from "#client/messages/message-list.tsx"
import { useInbox } from "#client/messages/use-inbox.ts"
import { LoadFailure } from "#client/ui/load-failure.tsx"
import { SearchBox } from "#client/ui/search-box.tsx"
import { StatusMessage } from "#client/ui/status-message.tsx"

export const Route = createFileRoute("/admin/messages")({
  // The screen parses them: public pages load what stands here too.
  validateSearch: (params: Record<string, unknown>) => params as InboxSearchParams,
  head: () => adminHead(adminTitles.messages),
  component: Screen,
})

function Screen() {
  const params = toMessageSearch(parseInboxSearchParams({ ...Route.useSearch() }))
  const navigate = Route.useNavigate()
  const { table, deleting, deleted, ...inbox } = useInbox(params)
  const counts = table.data?.counts ?? (table.isError ? { total: 0, lastWeek: 0, today: 0 } : undefined)

  function search(text: string) {
    inbox.clearStatus()
    void navigate({ search: { search: text || undefined }, replace: true, resetScroll: false, viewTransition: false })
  }

  return (
    <>
      <PageHead title={adminTitles.messages} lead={copy.lead}>
        <SearchBox label={copy.search} value={params.search} onSearch={search} />
      </PageHead>
      {deleted && (
        <StatusMessage key={deleted.id} tone="success" onDismiss={inbox.clearStatus}>
          {copy.done(fullName(deleted))}
        </StatusMessage>
      )}
      <Counters
        counters={[
          { label: copy.counters.total, value: counts?.total },
          { label: copy.counters.lastWeek, value: counts?.lastWeek },
          { label: copy.counters.today, value: counts?.today },
        ]}
      />
      <p aria-live="polite" className="mb-3 min-h-6 text-sm text-base-content/75">
        {table.data && copy.found(table.data, params.search)}
      </p>
      {table.isError ? (
        <LoadFailure text={loadingFailure(errors.loading.messages, table.error)} onRetry={() => table.refetch()} />
      ) : (
        <MessageList
          table={table.data}
          search={params.search}
          stale={table.isPlaceholderData}
          onDelete={inbox.confirmDeletion}
          onClear={() => search("")}
        />
      )}
      {table.data && <Pager page={params.page} table={table.data} stale={table.isPlaceholderData} />}
      {deleting && (
        <DeleteMessageDialog
          message={deleting}
          onDeleted={() => inbox.finishDeletion(deleting)}
          onClose={inbox.cancelDeletion}
        />
      )}
    </>
  )
}
