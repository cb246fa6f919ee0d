import { doubtReasons } from "#client/office/inbox/texts.ts"
import type { MessageDetails } from "#server/contract/messages.ts"
import { requestTexts } from "./texts.ts"

/** Lists the reasons why the request was judged spam. */
export function Suspicions({ suspicions }: Pick<MessageDetails, "suspicions">) {
  if (suspicions.length === 0) return <p>{requestTexts.spam.byHand}</p>
  return (
    <ul className="list-disc space-y-1 pl-5">
      {suspicions.map((suspicion) => (
        <li key={suspicion}>{doubtReasons[suspicion]}</li>
      ))}
    </ul>
  )
}
