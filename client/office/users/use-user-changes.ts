import { useState } from "react"
import { useApi } from "#client/app/api.ts"
import { reauthenticatedFailure } from "#client/office/account/account-failure.ts"
import { account } from "#client/office/account/texts.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import type { User } from "#server/contract/users.ts"
import { usersTexts as texts } from "./texts.ts"
import type { IssuedUserLink, UserLinkKind } from "./user-link-dialog.tsx"

/** Disables or deletes a user, whose pending requests go to somebody else, or to nobody. */
export interface Removal {
  kind: "disable" | "delete"
  assignee: number | null
  /** The id by which the requests come back. */
  batchId: string
}

export type UserAction =
  | { kind: "changeRole"; role: Role }
  | { kind: "endSessions" | "resetFactors" }
  | { kind: "enable" | "restore"; batchId?: string }
  | Removal

/** The last change of a user. */
export interface UserActionResult {
  user: User
  action: UserAction
  text: string
}

/** Changes one user at a time, and reports the outcome. */
export function useUserChanges() {
  const { client, queries } = useApi()
  const [busyId, setBusyId] = useState<number>()
  const [done, setDone] = useState<UserActionResult>()
  const [failure, setFailure] = useState<string>()

  function send({ id }: User, action: UserAction): Promise<unknown> {
    const { users, factors } = client
    switch (action.kind) {
      case "changeRole":
        return users.changeRole.mutate({ id, role: action.role })
      case "resetFactors":
        return factors.resetFor.mutate({ id })
      case "endSessions":
        return users.endSessions.mutate(id)
      case "enable":
      case "restore":
        return users[action.kind].mutate({ id, batchId: action.batchId })
      default:
        return users[action.kind].mutate({ id, assignee: action.assignee, batchId: action.batchId })
    }
  }

  async function createLink(user: User, kind: UserLinkKind): Promise<IssuedUserLink | undefined> {
    const { mutate } = kind === "reset" ? client.accounts.createResetLink : client.factors.createLinkFor
    dismiss()
    setBusyId(user.id)
    try {
      return { user, kind, ...(await mutate({ id: user.id })) }
    } catch (error) {
      setFailure(reauthenticatedFailure(error))
      return undefined
    } finally {
      setBusyId(undefined)
    }
  }

  function dismiss() {
    setDone(undefined)
    setFailure(undefined)
  }

  async function run(user: User, action: UserAction): Promise<void> {
    dismiss()
    setBusyId(user.id)
    try {
      await send(user, action)
      setDone({ user, action, text: textOf(user, action) })
    } catch (error) {
      setFailure(reauthenticatedFailure(error))
    }
    await queries.users.invalidate()
    setBusyId(undefined)
  }

  return { run, createLink, busyId, done, failure, dismiss }
}

function textOf({ username }: User, action: UserAction): string {
  if (action.kind === "changeRole") return texts.done.changeRole(username, account.roles[action.role])
  return texts.done[action.kind](username)
}
