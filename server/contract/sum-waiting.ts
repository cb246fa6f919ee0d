import type { InboxState } from "./messages.ts"

/** Sums what waits for an answer of the given people, or of all; null stands for nobody. */
export function sumWaiting({ waiting }: Pick<InboxState, "waiting">, assignees?: readonly (number | null)[]) {
  const counted = waiting.filter(({ assignee }) => !assignees || assignees.includes(assignee))
  return counted.reduce((sum, { count, late }) => ({ count: sum.count + count, late: sum.late + late }), {
    count: 0,
    late: 0,
  })
}
