import type { ComponentProps } from "react"
import { ChoiceSelect } from "#client/office/list/choice-select.tsx"
import type { Colleague } from "#server/contract/messages.ts"

interface AssigneeSelectProps extends ComponentProps<"select"> {
  assignee: Colleague | null
  /** The id that is being saved, or null for nobody. */
  pending?: number | null | undefined
  colleagues: readonly Colleague[]
  /** The label of the option that chooses nobody. */
  none: string
  onAssign: (assignee: Colleague | null) => void
}

export function AssigneeSelect({
  assignee,
  pending = assignee?.id ?? null,
  colleagues,
  none,
  onAssign,
  ...attributes
}: AssigneeSelectProps) {
  // The current assignee may have lost the right to be chosen.
  const listed = assignee && colleagues.every(({ id }) => id !== assignee.id) ? [assignee, ...colleagues] : colleagues
  return (
    <ChoiceSelect
      {...attributes}
      value={String(pending ?? "")}
      onChoose={(value) => onAssign(listed.find(({ id }) => String(id) === value) ?? null)}
    >
      <option value="">{none}</option>
      {listed.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </ChoiceSelect>
  )
}
