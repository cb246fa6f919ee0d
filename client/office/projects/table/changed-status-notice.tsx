import { UndoButton } from "#client/office/list/undo-button.tsx"
import { projectTable as texts } from "#client/office/projects/texts.ts"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { knownStatus, NO_STATUS } from "#server/contract/statuses.ts"
import { type ChangedStatus, type StatusChangeProps, useStatusChange } from "./use-status-change.ts"

interface ChangedStatusNoticeProps extends ChangedStatus, Pick<StatusChangeProps, "params" | "onStatus"> {
  onDismiss: () => void
}

/** Says which status a project has now, and sets the one before again, once. */
export function ChangedStatusNotice({ project, before, isUndone, params, ...props }: ChangedStatusNoticeProps) {
  const { onStatus, onDismiss } = props
  const undo = useStatusChange(project, { params, onStatus: (changed) => onStatus({ ...changed, isUndone: true }) })
  const status = project.status ?? NO_STATUS
  const former = knownStatus(before)
  return (
    // Whoever changes one status after the other keeps the focus.
    <StatusMessage tone="success" takesFocus={false} onDismiss={onDismiss}>
      {isUndone ? texts.statusRestored(project.name, status) : texts.statusChanged(project.name, status)}
      {/* Nobody can set a text of an import again. */}
      {!isUndone && former === before && (
        <UndoButton restoration={undo} onUndo={() => undo.set(former)} failurePrefix={texts.statusNotRestored} />
      )}
    </StatusMessage>
  )
}
