import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { createFileRoute } from "@tanstack/react-router"
import { useState } from "react"
import { useApi } from "#client/app/api.ts"
import { Icon } from "#client/icons/icon.tsx"
import { NameForm } from "#client/office/account/name-form.tsx"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { adminHead, unparsed } from "#client/office/frame/screen.ts"
import { EmptyList } from "#client/office/list/empty-list.tsx"
import { ListFrame } from "#client/office/list/list-frame.tsx"
import { selection } from "#client/office/list/texts.ts"
import { useListAddress } from "#client/office/list/use-list-address.ts"
import { EmptyState } from "#client/office/ui/empty-state.tsx"
import { ModalDialog } from "#client/office/ui/modal-dialog.tsx"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { FactorRequirementSwitches } from "#client/office/users/factor-requirement.tsx"
import { InviteDialog } from "#client/office/users/invite-dialog.tsx"
import { PendingInvitationList } from "#client/office/users/pending-invitations.tsx"
import { RemovalDialog } from "#client/office/users/removal-dialog.tsx"
import { usersTexts as texts } from "#client/office/users/texts.ts"
import {
  type UserActionResult as Changed,
  type Removal,
  type UserAction,
  useUserChanges,
} from "#client/office/users/use-user-changes.ts"
import { type IssuedUserLink, UserLinkDialog } from "#client/office/users/user-link-dialog.tsx"
import { UserList } from "#client/office/users/user-list.tsx"
import { UserSessionsDialog } from "#client/office/users/user-sessions-dialog.tsx"
import { UsersToolbar } from "#client/office/users/users-toolbar.tsx"
import { type UserSearchParams, userAddress } from "#server/contract/user-search-params.ts"
import type { User } from "#server/contract/users.ts"

export const Route = createFileRoute("/admin/users")({
  validateSearch: unparsed<UserSearchParams>,
  head: () => adminHead(adminTitles.users),
  component: Screen,
})

function Screen() {
  const { client, queries } = useApi()
  const { run, createLink, ...changes } = useUserChanges()
  const list = useListAddress(userAddress, Route.useSearch(), Route.useNavigate(), changes.dismiss)
  const { search, role, page, folder } = list.search
  const criteria = { search, role, state: folder === "invited" ? undefined : folder, page }
  const options = { placeholderData: keepPreviousData, staleTime: 0 }
  const table = useQuery(queries.users.search.queryOptions(criteria, options))
  const { data: me } = useQuery(queries.accounts.me.queryOptions())
  /** The e-mail address that the dialog begins with; it is open while there is one, even an empty one. */
  const [invited, setInvited] = useState<string>()
  const [removing, setRemoving] = useState<{ user: User; kind: Removal["kind"] }>()
  const [renaming, setRenaming] = useState<User>()
  const [link, setLink] = useState<IssuedUserLink>()
  const [shown, setShown] = useState<User>()

  return (
    <>
      <ScreenHeading title={adminTitles.users} lead={texts.lead}>
        <button
          type="button"
          aria-haspopup="dialog"
          className="btn btn-primary max-sm:w-full"
          onClick={() => setInvited("")}
        >
          <Icon name="add" />
          {texts.invite}
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
      <UsersToolbar
        params={list.params}
        counts={table.data?.counts}
        onChange={list.change}
        onFollow={changes.dismiss}
      />
      {folder === "invited" ? (
        <PendingInvitationList />
      ) : (
        <>
          {folder === "deleted" && <p className="mb-3 text-base-content/80">{texts.deletedLead}</p>}
          <p ref={list.foundRef} tabIndex={-1} aria-live="polite" className="mb-3 min-h-6 text-sm text-base-content/75">
            {table.data && texts.found(table.data)}
          </p>
          <ListFrame
            query={table}
            failed={texts.loadFailure}
            page={page}
            empty={
              <EmptyList list={list} nothingFound={texts.nothingFound}>
                <EmptyState icon="users" {...texts.nothingFiltered} />
              </EmptyList>
            }
          >
            {(data, isStale) => (
              <UserList
                users={data?.users}
                isStale={isStale}
                ownId={me?.id}
                busyId={changes.busyId}
                onAction={run}
                onRemove={(user, kind) => setRemoving({ user, kind })}
                onLink={async (user, kind) => setLink(await createLink(user, kind))}
                onInvite={({ email }) => setInvited(email)}
                onRename={setRenaming}
                onShowSessions={setShown}
              />
            )}
          </ListFrame>
        </>
      )}
      <div className="mt-6">
        <FactorRequirementSwitches />
      </div>
      {invited !== undefined && (
        <InviteDialog
          email={invited}
          onReturn={(user, kind) => {
            setInvited(undefined)
            void run(user, { kind })
          }}
          onClose={() => setInvited(undefined)}
        />
      )}
      {removing && (
        <RemovalDialog
          {...removing}
          onConfirm={(removal) => {
            setRemoving(undefined)
            void run(removing.user, removal)
          }}
          onCancel={() => setRemoving(undefined)}
        />
      )}
      {renaming && (
        <ModalDialog title={texts.rename.title(renaming.username)} isSmall onClose={() => setRenaming(undefined)}>
          <NameForm
            fullName={renaming.fullName}
            username={renaming.username}
            save={async (change) => {
              await client.users.rename.mutate({ ...change, id: renaming.id })
              await queries.invalidate()
            }}
          />
        </ModalDialog>
      )}
      {link && <UserLinkDialog link={link} onClose={() => setLink(undefined)} />}
      {shown && <UserSessionsDialog user={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

interface ChangedUserProps {
  changed: Changed
  onUndo: (action: UserAction) => void
  onDismiss: () => void
}

/** Reports what was done to a user, and undoes it where that is possible. */
function ChangedUser({ changed: { user, action, text }, onUndo, onDismiss }: ChangedUserProps) {
  const undo = undoOf(action, user.role)
  return (
    <StatusMessage tone="success" onDismiss={onDismiss}>
      {text}
      {undo && (
        <span className="mt-2 block">
          <button type="button" className="btn" onClick={() => onUndo(undo)}>
            {selection.undo}
          </button>
        </span>
      )}
    </StatusMessage>
  )
}

function undoOf(action: UserAction, role: Changed["user"]["role"]): UserAction | undefined {
  switch (action.kind) {
    case "changeRole":
      return action.role === role ? undefined : { kind: "changeRole", role }
    case "delete":
      return { kind: "restore", batchId: action.batchId }
    case "disable":
      return { kind: "enable", batchId: action.batchId }
    default:
      return undefined
  }
}
