import { RowsSkeleton } from "#client/office/list/rows-skeleton.tsx"
import { StaleList } from "#client/office/list/stale-list.tsx"
import type { User } from "#server/contract/users.ts"
import { usersTexts as texts } from "./texts.ts"
import { UserRow, type UserRowEvents } from "./user-row.tsx"

interface UserListProps extends UserRowEvents {
  users: readonly User[] | undefined
  isStale: boolean
  ownId: number | undefined
  busyId: number | undefined
}

/** A page of users. */
export function UserList({ users, isStale, ownId, busyId, ...events }: UserListProps) {
  if (!users) return <RowsSkeleton label={texts.loading} rows={3} row="px-4 py-4" widths={["max-w-48", "max-w-80"]} />
  return (
    <StaleList isStale={isStale} className="divide-y divide-base-300 rounded-box border border-base-300 bg-base-100">
      {users.map((user) => (
        <UserRow key={user.id} user={user} isOwn={user.id === ownId} isBusy={user.id === busyId} {...events} />
      ))}
    </StaleList>
  )
}
