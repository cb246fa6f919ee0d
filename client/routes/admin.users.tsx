import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { createFileRoute } from "@tanstack/react-router"
import { useState } from "react"
import { FactorRequirementSwitches } from "#client/accounts/factor-requirement.tsx"
import { ChangedUser } from "#client/accounts/users/changed-user.tsx"
import { InviteDialog } from "#client/accounts/users/invite-dialog.tsx"
import { PendingInvitationList } from "#client/accounts/users/pending-invitations.tsx"
import { useUserChanges } from "#client/accounts/users/use-user-changes.tsx"
import { type IssuedUserLink, UserLinkDialog } from "#client/accounts/users/user-link-dialog.tsx"
import { UserList } from "#client/accounts/users/user-list.tsx"
import { UserSessionsDialog } from "#client/accounts/users/user-sessions-dialog.tsx"
import { UsersToolbar } from "#client/accounts/users/users-toolbar.tsx"
import { Pager } from "#client/admin/pager.tsx"
import { adminHead, unparsed } from "#client/admin/screen.ts"
import { useApi } from "#client/api.ts"
import { adminTitles } from "#client/copy/admin-heads.ts"
import { usersCopy as copy } from "#client/copy/admin-users.ts"
import { loadingFailure } from "#client/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { useListSearch } from "#client/list/use-list-search.ts"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import { EmptyState, NoSearchResults } from "#client/ui/empty-state.tsx"
import { LoadFailure } from "#client/ui/load-failure.tsx"
import { ScreenHeading } from "#client/ui/screen-heading.tsx"
import { StatusMessage } from "#client/ui/status-message.tsx"
import { useLoadError } from "#client/use-load-error.ts"
import { folderOf, parseUserSearchParams, type UserSearchParams } from "#server/contract/user-search-params.ts"
import type { User } from "#server/contract/users.ts"

export const Route = createFileRoute("/admin/users")({
  validateSearch: unparsed<UserSearchParams>,
  head: () => adminHead(adminTitles.users),
  component: Screen,
})

function Screen() {
  const params = parseUserSearchParams({ ...Route.useSearch() })
  const folder = folderOf(params)
  const navigate = Route.useNavigate()
  const { queries } = useApi()
  const { search = "", role, page = 1 } = params
  const criteria = { search, role, state: folder === "invited" ? undefined : folder, page }
  const options = { placeholderData: keepPreviousData, staleTime: 0 }
  const table = useQuery(queries.users.search.queryOptions(criteria, options))
  const failure = useLoadError(table)
  const { data: me } = useQuery(queries.accounts.me.queryOptions())
  const { run, createLink, withReauthentication, dialog, ...changes } = useUserChanges()
  const { foundRef, changeSearch } = useListSearch(parseUserSearchParams, navigate, changes.dismiss)
  /** The e-mail address that the dialog begins with; it is open while there is one, even an empty one. */
  const [invited, setInvited] = useState<string>()
  const [deleting, setDeleting] = useState<User>()
  const [link, setLink] = useState<IssuedUserLink>()
  const [shown, setShown] = useState<User>()

  return (
    <>
      <ScreenHeading title={adminTitles.users} lead={copy.lead}>
        <button
          type="button"
          aria-haspopup="dialog"
          className="btn btn-primary max-sm:w-full"
          onClick={() => setInvited("")}
        >
          <Icon name="add" />
          {copy.invite}
        </button>
      </ScreenHeading>
      {changes.done && (
        <ChangedUser
          key={`${changes.done.user.id} ${changes.done.action.kind}`}
          changed={changes.done}
          onUndo={(action) => changes.done && run(changes.done.user, action)}
          onDismiss={changes.dismiss}
        />
      )}
      {changes.failure && (
        <StatusMessage tone="error" onDismiss={changes.dismiss}>
          {changes.failure}
        </StatusMessage>
      )}
      <UsersToolbar params={params} counts={table.data?.counts} onChange={changeSearch} onFollow={changes.dismiss} />
      {folder === "invited" ? (
        <PendingInvitationList withReauthentication={withReauthentication} />
      ) : (
        <>
          {folder === "deleted" && <p className="mb-3 text-base-content/80">{copy.deletedLead}</p>}
          <p ref={foundRef} tabIndex={-1} aria-live="polite" className="mb-3 min-h-6 text-sm text-base-content/75">
            {table.data && copy.found(table.data)}
          </p>
          {failure && <LoadFailure text={loadingFailure(copy.loadFailure, failure)} onRetry={() => table.refetch()} />}
          {failure && !table.data ? null : table.data?.found === 0 ? (
            <NoUsers search={search} onClear={() => changeSearch({ search: undefined })} />
          ) : (
            <UserList
              users={table.data?.users}
              isStale={table.isPlaceholderData}
              ownId={me?.id}
              busyId={changes.busyId}
              onAction={run}
              onDelete={setDeleting}
              onLink={async (user, kind) => setLink(await createLink(user, kind))}
              onInvite={({ email }) => setInvited(email)}
              onShowSessions={setShown}
            />
          )}
          {table.data && <Pager page={page} result={table.data} isStale={table.isPlaceholderData} />}
        </>
      )}
      <div className="mt-6">
        <FactorRequirementSwitches />
      </div>
      {invited !== undefined && (
        <InviteDialog
          email={invited}
          withReauthentication={withReauthentication}
          onReturn={(user, kind) => {
            setInvited(undefined)
            void run(user, { kind })
          }}
          onClose={() => setInvited(undefined)}
        />
      )}
      {deleting && (
        <ConfirmDialog
          question={copy.deletion.question}
          detail={copy.deletion.detail(deleting.username, deleting.email)}
          confirm={copy.deletion.confirm}
          onConfirm={() => {
            setDeleting(undefined)
            void run(deleting, { kind: "delete" })
          }}
          onCancel={() => setDeleting(undefined)}
        />
      )}
      {link && <UserLinkDialog link={link} onClose={() => setLink(undefined)} />}
      {shown && <UserSessionsDialog user={shown} onClose={() => setShown(undefined)} />}
      {dialog}
    </>
  )
}

function NoUsers({ search, onClear }: { search: string; onClear: () => void }) {
  if (search === "") return <EmptyState icon="users" {...copy.nothingFiltered} />
  const { title, text } = copy.nothingFound
  return <NoSearchResults title={title} text={text(search)} onClear={onClear} />
}
