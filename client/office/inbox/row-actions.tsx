import { Icon, type IconName } from "#client/icons/icon.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import type { InboxMessage, MessageAction } from "#server/contract/messages.ts"
import { fullName } from "./full-name.ts"
import { inboxRow as texts } from "./texts.ts"

export interface RowAction {
  icon: IconName
  title: string
  action: MessageAction
}

/** Returns the two most common actions, which swipes to the right and to the left start too. */
export function commonActions(message: InboxMessage, accountId: number): { right?: RowAction; left?: RowAction } {
  if (message.deletedAt) return { right: { icon: "retry", title: texts.restore, action: { kind: "restore" } } }
  if (message.state === "spam") {
    return { right: { icon: "check", title: texts.notSpam, action: { kind: "state", state: "new" } } }
  }
  const takeOn: RowAction = {
    icon: "takeOn",
    title: texts.takeOn,
    action: { kind: "assignee", assignee: accountId },
  }
  const archive: RowAction = { icon: "archive", title: texts.archive, action: { kind: "state", state: "archived" } }
  return {
    ...(message.assignee?.id !== accountId && { right: takeOn }),
    ...(message.state !== "archived" && { left: archive }),
  }
}

interface RowActionsProps {
  message: InboxMessage
  actions: readonly (RowAction | undefined)[]
  isBusy: boolean
  onAction: (action: MessageAction) => void
  onDelete: () => void
}

export function MessageRowActions({ message, actions, isBusy, onAction, onDelete }: RowActionsProps) {
  const name = fullName(message)
  return (
    <div className="message-actions">
      {actions.map(
        (one) =>
          one && (
            <BusyButton
              key={one.title}
              isBusy={isBusy}
              aria-label={texts.of(one.title, name)}
              title={one.title}
              className="btn btn-ghost btn-square text-primary aria-disabled:opacity-40"
              onClick={() => onAction(one.action)}
            >
              <Icon name={one.icon} />
            </BusyButton>
          ),
      )}
      {!message.deletedAt && (
        <BusyButton
          isBusy={isBusy}
          aria-label={texts.deleteFrom(name)}
          title={texts.delete}
          className="btn btn-ghost btn-square text-error aria-disabled:opacity-40"
          onClick={onDelete}
        >
          <Icon name="delete" />
        </BusyButton>
      )}
    </div>
  )
}
