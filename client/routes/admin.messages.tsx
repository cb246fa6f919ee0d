import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { createFileRoute } from "@tanstack/react-router"
import { useState } from "react"
import { useApi } from "#client/app/api.ts"
import { formatDateTime } from "#client/app/dates.ts"
import { Icon } from "#client/icons/icon.tsx"
import { deletionFailure, settleDeletion } from "#client/office/editing/deletion.ts"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { Allowed, useCan } from "#client/office/frame/rights.tsx"
import { adminHead, unparsed } from "#client/office/frame/screen.ts"
import { DeletedMessageNotice } from "#client/office/inbox/deleted-message-notice.tsx"
import { Erasures } from "#client/office/inbox/erasures.tsx"
import { fullName } from "#client/office/inbox/full-name.ts"
import { InboxBar } from "#client/office/inbox/inbox-bar.tsx"
import { InboxBulkStatus } from "#client/office/inbox/inbox-bulk-status.tsx"
import { InboxChips } from "#client/office/inbox/inbox-filters.tsx"
import { InboxToolbar } from "#client/office/inbox/inbox-toolbar.tsx"
import { MessageList } from "#client/office/inbox/message-list.tsx"
import { refreshMessages } from "#client/office/inbox/refresh-messages.ts"
import { messageChanges, messageDeletion, inboxTexts as texts } from "#client/office/inbox/texts.ts"
import { useMessageChanges } from "#client/office/inbox/use-message-changes.ts"
import { EmptyList } from "#client/office/list/empty-list.tsx"
import { ListFrame } from "#client/office/list/list-frame.tsx"
import { SelectPage } from "#client/office/list/select-page.tsx"
import { useExportUrl } from "#client/office/list/use-export-url.ts"
import { useListAddress } from "#client/office/list/use-list-address.ts"
import { useSelectFound } from "#client/office/list/use-select-found.ts"
import { useSelection } from "#client/office/list/use-selection.ts"
import { ShortcutsButton, useShortcuts } from "#client/office/list/use-shortcuts.tsx"
import { ReauthenticatedDownload } from "#client/office/reauthentication/reauthenticated-download.tsx"
import { EmptyState } from "#client/office/ui/empty-state.tsx"
import { adminErrors } from "#client/office/ui/failure-texts.ts"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"
import { ConfirmAction } from "#client/ui/confirm-dialog.tsx"
import { type InboxSearchParams, inboxAddress, toMessageSearch } from "#server/contract/inbox-search-params.ts"
import type { Message, MessageAction, MessageSearch } from "#server/contract/messages.ts"

export const Route = createFileRoute("/admin/messages")({
  validateSearch: unparsed<InboxSearchParams>,
  head: () => adminHead(adminTitles.messages),
  component: Screen,
})

const noCounts = { total: 0, lastWeek: 0, today: 0 }

function Screen() {
  const navigate = Route.useNavigate()
  const list = useListAddress(inboxAddress, Route.useSearch(), navigate, () => clearMessages())
  const exportUrl = useExportUrl("/api/admin/messages.csv")
  const { client, queries } = useApi()
  const can = useCan()
  const canWrite = can("messages.write")
  const { data: account } = useQuery(queries.accounts.me.queryOptions())
  const { data: colleagues = [] } = useQuery(queries.messages.colleagues.queryOptions())
  const accountId = account?.id ?? 0
  const params = toMessageSearch(list.params, accountId)
  const { page, ...criteria } = params
  const { table, deleting, deleted, ...inbox } = useInbox(params)
  const isTrash = params.folder === "trashed"
  const { data: erasures = [] } = useQuery(
    queries.messages.erasures.queryOptions(undefined, { enabled: isTrash && can("people.export") }),
  )
  // What was erased can still come back, so that the trash is not empty.
  const hasErasuresOnly = isTrash && erasures.length > 0 && table.data?.found === 0
  const selection = useSelection(criteria)
  const shown = table.data?.messages
  const pageIds = table.isPlaceholderData ? undefined : shown?.map(({ id }) => id)
  const selectFound = useSelectFound({
    criteria,
    selection,
    found: table.data,
    pageIds,
    readIds: client.messages.ids.query,
    labelOf: messageChanges.selectFound,
  })
  const changes = useMessageChanges()
  const { openHelp, help } = useShortcuts({
    names: ["message", "messages"],
    onOpen: (id) => navigate({ to: "/admin/messages/$id", params: { id: String(id) } }),
    onToggle: canWrite ? selection.toggle : undefined,
  })
  const counts = table.data?.counts ?? (table.errorUpdateCount > 0 ? noCounts : undefined)
  const lead = leadOf(params)
  // This order leaves out what waits for no answer.
  const isWaiting = params.sort === "waiting"

  function clearMessages() {
    inbox.clearStatus()
    changes.dismiss()
  }

  function change(action: MessageAction, ids: readonly number[]) {
    if (changes.isBusy) return
    inbox.clearStatus()
    void changes.start(action, ids)
    selection.set(ids, false)
  }

  return (
    <>
      <ScreenHeading
        title={adminTitles.messages}
        figures={[
          { label: texts.counters.total, value: counts?.total },
          { label: texts.counters.lastWeek, value: counts?.lastWeek },
          { label: texts.counters.today, value: counts?.today },
        ]}
      />
      {deleted && <DeletedMessageNotice key={deleted.id} message={deleted} onDismiss={inbox.clearStatus} />}
      {changes.run && (
        <InboxBulkStatus
          run={changes.run}
          colleagues={colleagues}
          onResume={changes.resume}
          onUndo={changes.undo}
          onDismiss={changes.dismiss}
        />
      )}
      <InboxToolbar
        params={list.params}
        result={table.data}
        colleagues={colleagues}
        onChange={list.change}
        onFollow={clearMessages}
        tools={
          <>
            <Allowed to="people.export">
              <ReauthenticatedDownload href={exportUrl} className="btn border-base-300 bg-base-100 px-3">
                <Icon name="download" className="size-4.5" />
                {texts.export}
              </ReauthenticatedDownload>
            </Allowed>
            <ShortcutsButton onClick={openHelp} />
          </>
        }
      >
        {canWrite && shown && shown.length > 0 && <SelectPage ids={pageIds} selection={selection} />}
        <p ref={list.foundRef} tabIndex={-1} aria-live="polite" className="list-found">
          {table.data && !hasErasuresOnly && texts.found(table.data, params.search !== "" || isWaiting)}
        </p>
      </InboxToolbar>
      <InboxChips
        params={list.params}
        colleagues={colleagues}
        onChange={list.removeFilters}
        onClear={list.clearFilters}
      />
      {isTrash && (
        <Allowed to="people.export">
          <Erasures erasures={erasures} />
        </Allowed>
      )}
      {lead && !hasErasuresOnly && <p className="mb-3 text-base-content/80">{lead}</p>}
      {selection.ids.size > 0 && !changes.isBusy && (
        <InboxBar
          count={selection.ids.size}
          selectFound={selectFound}
          folder={params.folder}
          accountId={accountId}
          colleagues={colleagues}
          onDeselect={() => {
            selection.clear()
            list.foundRef.current?.focus()
          }}
          onAction={(action) => change(action, [...selection.ids])}
        />
      )}
      <ListFrame
        query={table}
        failed={adminErrors.loading.messages}
        page={page}
        empty={
          <EmptyList list={list} nothingFound={texts.nothingFound} nothingFiltered={texts.nothingFiltered}>
            {!hasErasuresOnly && (
              <EmptyState
                icon="mail"
                {...(isWaiting ? texts.nothingWaiting : texts.emptyFolders[params.folder ?? "all"])}
              />
            )}
          </EmptyList>
        }
      >
        {(data, isStale) => (
          <MessageList
            messages={data?.messages}
            isStale={isStale}
            accountId={accountId}
            colleagues={colleagues}
            showsWait={isWaiting}
            selection={selection}
            isBusy={changes.isBusy}
            onAction={(action, { id }) => change(action, [id])}
            onDelete={(message) => {
              changes.dismiss()
              inbox.confirmDeletion(message)
            }}
          />
        )}
      </ListFrame>
      {deleting && (
        <DeleteMessageDialog
          message={deleting}
          onDeleted={() => {
            inbox.finishDeletion(deleting)
            selection.set([deleting.id], false)
          }}
          onClose={inbox.cancelDeletion}
        />
      )}
      {help}
    </>
  )
}

function leadOf({ folder, sort }: ReturnType<typeof toMessageSearch>): string | undefined {
  if (folder === "trashed") return texts.trashLead
  if (folder === "spam") return texts.spamLead
  return sort === "waiting" ? texts.waitingLead : undefined
}

/** Loads a page of messages, and holds the one to be deleted and the one deleted last. */
function useInbox(params: MessageSearch) {
  const { queries } = useApi()
  const table = useQuery(queries.messages.search.queryOptions(params, { placeholderData: keepPreviousData }))
  const [deleting, setDeleting] = useState<Message>()
  const [deleted, setDeleted] = useState<Message>()
  return {
    table,
    deleting,
    deleted,
    clearStatus: () => setDeleted(undefined),
    confirmDeletion(message: Message) {
      setDeleted(undefined)
      setDeleting(message)
    },
    cancelDeletion: () => setDeleting(undefined),
    finishDeletion(message: Message) {
      setDeleting(undefined)
      setDeleted(message)
    },
  }
}

interface DeleteMessageDialogProps {
  message: Message
  onDeleted: () => void
  onClose: () => void
}

function DeleteMessageDialog({ message, onDeleted, onClose }: DeleteMessageDialogProps) {
  const { client, queries } = useApi()

  async function deleteMessage(isRepeated: boolean) {
    try {
      await settleDeletion(client.messages.delete.mutate(message.id), isRepeated)
    } finally {
      await refreshMessages(queries)
    }
    onDeleted()
  }

  return (
    <ConfirmAction
      question={messageDeletion.question}
      detail={messageDeletion.detail(fullName(message), formatDateTime(message.createdAt))}
      confirm={messageDeletion.confirm}
      action={deleteMessage}
      explain={(error) => deletionFailure("message", error)}
      onCancel={onClose}
    />
  )
}
