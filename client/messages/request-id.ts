import { createUuid } from "#client/uuid.ts"
import type { ContactFields } from "#server/contract/messages.ts"

/** The same fields get the same id, so that a request sent twice, or again after a lost response, is stored once. */
export function requestIds() {
  let last: { content: string; id: string } | undefined
  return (fields: ContactFields): string => {
    const content = JSON.stringify(fields)
    if (last?.content !== content) last = { content, id: createUuid() }
    return last.id
  }
}
