import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "#client/app/api.ts"
import { createUuid } from "#client/app/uuid.ts"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import { Field } from "#client/ui/field.tsx"
import { UNASSIGNED_LABEL } from "#server/contract/message-states.ts"
import type { User } from "#server/contract/users.ts"
import { usersTexts as texts } from "./texts.ts"
import type { Removal } from "./use-user-changes.ts"

interface RemovalDialogProps {
  user: User
  kind: Removal["kind"]
  onConfirm: (removal: Removal) => void
  onCancel: () => void
}

/** Asks before somebody is disabled or deleted, and to whom their pending requests go. */
export function RemovalDialog({ user, kind, onConfirm, onCancel }: RemovalDialogProps) {
  const { queries } = useApi()
  const [assignee, setAssignee] = useState("")
  const hasRequests = user.requests > 0
  const colleagues = useQuery(queries.messages.colleagues.queryOptions(undefined, { enabled: hasRequests })).data ?? []
  const { question, detail, confirm } = texts.removals[kind]
  return (
    <ConfirmDialog
      question={question}
      detail={detail(user.username, user.email)}
      confirm={confirm}
      onConfirm={() => onConfirm({ kind, assignee: assignee === "" ? null : Number(assignee), batchId: createUuid() })}
      onCancel={onCancel}
    >
      {hasRequests && (
        <div className="mt-4">
          <Field label={texts.handOver(user.requests)} name="assignee">
            {(control) => (
              <select
                {...control}
                value={assignee}
                onChange={({ target }) => setAssignee(target.value)}
                className="input input-select w-full"
              >
                <option value="">{UNASSIGNED_LABEL}</option>
                {colleagues
                  .filter(({ id }) => id !== user.id)
                  .map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
              </select>
            )}
          </Field>
        </div>
      )}
    </ConfirmDialog>
  )
}
