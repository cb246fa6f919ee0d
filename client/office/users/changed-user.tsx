import { selection } from "#client/office/list/texts.ts"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import type { UserActionResult as Changed, UserAction } from "./use-user-changes.tsx"

interface ChangedUserProps {
  changed: Changed
  onUndo: (action: UserAction) => void
  onDismiss: () => void
}

/** Reports what was done to a user, and undoes it where that is possible. */
export function ChangedUser({ changed: { user, action, text }, onUndo, onDismiss }: ChangedUserProps) {
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
      return { kind: "restore" }
    case "disable":
      return { kind: "enable" }
    default:
      return undefined
  }
}
