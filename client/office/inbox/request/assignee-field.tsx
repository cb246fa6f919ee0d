import { useQuery } from "@tanstack/react-query"
import { useApi } from "#client/app/api.ts"
import { useCan } from "#client/office/frame/rights.tsx"
import { AssigneeSelect } from "#client/office/inbox/assignee-select.tsx"
import { Field } from "#client/ui/field.tsx"
import type { MessageDetails } from "#server/contract/messages.ts"
import { requestTexts } from "./texts.ts"
import type { RequestChanges } from "./use-request-changes.ts"

const texts = requestTexts.assignee

/** Shows who is in charge; choosing somebody else hands the request over at once. */
export function AssigneeField({ message, changes }: { message: MessageDetails; changes: RequestChanges }) {
  const { queries } = useApi()
  const canWrite = useCan()("messages.write")
  const colleagues = useQuery(queries.messages.colleagues.queryOptions()).data ?? []
  return (
    <Field label={texts.label} name="assignee">
      {(control) => (
        <AssigneeSelect
          {...control}
          assignee={message.assignee}
          pending={changes.pendingAssignee}
          colleagues={colleagues}
          none={texts.nobody}
          onAssign={(person) => changes.change({ kind: "assignee", assignee: person?.id ?? null }, person?.name)}
          disabled={message.deletedAt !== null || !canWrite}
          className="input input-select w-full"
        />
      )}
    </Field>
  )
}
