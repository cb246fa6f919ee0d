import { useQuery } from "@tanstack/react-query"
import { useApi } from "#client/api.ts"
import { requestCopy } from "#client/copy/admin-request.ts"
import { Field } from "#client/ui/field.tsx"
import type { MessageDetails, Person } from "#server/contract/messages.ts"
import type { RequestChanges } from "./use-request-changes.ts"

const copy = requestCopy.assignee

/** Who is in charge; choosing somebody else hands the request over at once. */
export function AssigneeSelect({ message, changes }: { message: MessageDetails; changes: RequestChanges }) {
  const { queries } = useApi()
  const people = useQuery(queries.messages.people.queryOptions()).data ?? []
  const { assignee } = message
  // A colleague who has left may still be in charge.
  const options: readonly Person[] =
    assignee && !people.some(({ id }) => id === assignee.id) ? [...people, assignee] : people

  function assign(value: string) {
    const person = options.find(({ id }) => String(id) === value)
    changes.change({ kind: "assignee", assignee: person?.id ?? null }, person?.name)
  }

  return (
    <Field label={copy.label} name="assignee">
      {(control) => (
        <select
          {...control}
          value={assignee?.id ?? ""}
          disabled={message.deletedAt !== null}
          onChange={({ target }) => assign(target.value)}
          className="input input-select w-full"
        >
          <option value="">{copy.nobody}</option>
          {options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
