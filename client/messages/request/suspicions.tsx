import { requestCopy } from "#client/copy/admin-request.ts"
import type { MessageDetails } from "#server/contract/messages.ts"

const copy = requestCopy.spam

/** Lists the reasons why the request was judged spam. */
export function Suspicions({ suspicions }: Pick<MessageDetails, "suspicions">) {
  if (suspicions.length === 0) return <p>{copy.byHand}</p>
  return (
    <ul className="list-disc space-y-1 pl-5">
      {suspicions.map((suspicion) => (
        <li key={suspicion}>{copy.reasons[suspicion]}</li>
      ))}
    </ul>
  )
}
