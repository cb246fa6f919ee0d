import { RowsSkeleton } from "#client/office/list/rows-skeleton.tsx"
import { StaleList } from "#client/office/list/stale-list.tsx"
import type { User } from "#server/contract/users.ts"
import { usersTexts as texts } from "./texts.ts"
import type { Removal, UserAction } from "./use-user-changes.ts"
import type { UserLinkKind } from "./user-link-dialog.tsx"
import { UserRow } from "./user-row.tsx"

interface UserListProps {
  users: readonly User[] | undefined
  isStale: boolean
  ownId: number | undefined
  busyId: number | undefined
  onAction: (user: User, action: UserAction) => void
  onRemove: (user: User, kind: Removal["kind"]) => void
  onLink: (user: User, kind: UserLinkKind) => void
  onInvite: (user: User) => void
  onRename: (user: User) => void
  onShowSessions: (user: User) => void
}

/** A page of users. */
export function UserList({
  users,
  isStale,
  ownId,
  busyId,
  onAction,
  onRemove,
  onLink,
  onInvite,
  onRename,
  onShowSessions,
}: UserListProps) {
  if (!users) return <RowsSkeleton label={texts.loading} rows={3} row="px-4 py-4" widths={["max-w-48", "max-w-80"]} />
  return (
    <StaleList isStale={isStale} className="divide-y divide-base-300 rounded-box border border-base-300 bg-base-100">
      {users.map((user) => (
        <UserRow
          key={user.id}
          user={user}
          isOwn={user.id === ownId}
          isBusy={user.id === busyId}
          onAction={(action) => onAction(user, action)}
          onRemove={(kind) => onRemove(user, kind)}
          onLink={(kind) => onLink(user, kind)}
          onInvite={() => onInvite(user)}
          onRename={() => onRename(user)}
          onShowSessions={() => onShowSessions(user)}
        />
      ))}
    </StaleList>
  )
}
