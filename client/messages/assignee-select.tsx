import { inboxRow as copy } from "#client/copy/admin-messages.ts"
import type { InboxMessage, Person } from "#server/contract/messages.ts"
import { fullName } from "./full-name.ts"

interface AssigneeSelectProps {
  message: InboxMessage
  people: readonly Person[]
  onAssign: (assignee: number | null) => void
}

export function AssigneeSelect({ message, people, onAssign }: AssigneeSelectProps) {
  const { assignee } = message
  // Somebody who may no longer be in charge still is.
  const listed = assignee && people.every(({ id }) => id !== assignee.id) ? [assignee, ...people] : people
  return (
    <select
      aria-label={copy.assigneeOf(fullName(message))}
      value={assignee?.id ?? ""}
      onChange={({ target }) => onAssign(target.value === "" ? null : Number(target.value))}
      className={`select w-full min-w-11 border-transparent bg-transparent pr-7 pl-2 text-sm text-ellipsis max-md:appearance-none max-[88rem]:max-w-44 hover:border-base-300 ${assignee ? "" : "text-base-content/75"}`}
    >
      <option value="">{copy.nobody}</option>
      {listed.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
