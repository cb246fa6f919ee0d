import { Icon } from "#client/icons/icon.tsx"
import { SelectionAction, SelectionBar, SelectionMenu } from "#client/office/list/selection-bar.tsx"
import type { SelectFound } from "#client/office/list/use-select-found.ts"
import type { MessageFolder } from "#server/contract/message-states.ts"
import type { Colleague, MessageAction } from "#server/contract/messages.ts"
import { messageChanges as texts } from "./texts.ts"

interface InboxBarProps {
  count: number
  selectFound: SelectFound | undefined
  folder: MessageFolder | undefined
  accountId: number
  colleagues: readonly Colleague[]
  onDeselect: () => void
  onAction: (action: MessageAction) => void
}

/** Offers the actions on the selected messages. */
export function InboxBar({ count, selectFound, onDeselect, folder, ...actions }: InboxBarProps) {
  return (
    <SelectionBar count={texts.selected(count)} selectFound={selectFound} onDeselect={onDeselect}>
      {folder === "trashed" ? (
        <SelectionAction onClick={() => actions.onAction({ kind: "restore" })}>
          <Icon name="retry" className="size-4.5" />
          {texts.actions.restore}
        </SelectionAction>
      ) : (
        <ActionsOnLive folder={folder} {...actions} />
      )}
    </SelectionBar>
  )
}

type ActionsOnLiveProps = Pick<InboxBarProps, "folder" | "accountId" | "colleagues" | "onAction">

function ActionsOnLive({ folder, accountId, colleagues, onAction }: ActionsOnLiveProps) {
  const { actions } = texts
  const nobody = { id: null, name: actions.nobody }
  return (
    <>
      <SelectionAction onClick={() => onAction({ kind: "assignee", assignee: accountId })}>
        {actions.takeOn}
      </SelectionAction>
      <SelectionMenu
        label={actions.assign}
        options={[...colleagues, nobody]}
        textOf={({ name }) => name}
        onChoose={({ id }) => onAction({ kind: "assignee", assignee: id })}
      />
      {folder === "archived" ? (
        <SelectionAction onClick={() => onAction({ kind: "state", state: "open" })}>{actions.reopen}</SelectionAction>
      ) : (
        <SelectionAction onClick={() => onAction({ kind: "state", state: "archived" })}>
          {actions.archive}
        </SelectionAction>
      )}
      <SelectionMenu
        label={actions.mark}
        options={[true, false]}
        textOf={(isRead) => (isRead ? actions.read : actions.unread)}
        onChoose={(isRead) => onAction({ kind: "read", isRead })}
      />
      {folder === "spam" ? (
        <SelectionAction onClick={() => onAction({ kind: "state", state: "new" })}>{actions.notSpam}</SelectionAction>
      ) : (
        <SelectionAction onClick={() => onAction({ kind: "state", state: "spam" })}>{actions.spam}</SelectionAction>
      )}
      <SelectionAction tone="btn-error" onClick={() => onAction({ kind: "trash" })}>
        <Icon name="delete" className="size-4.5 max-md:hidden" />
        {actions.trash}
      </SelectionAction>
    </>
  )
}
