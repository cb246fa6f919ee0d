import type { MessageDetails } from "#server/contract/messages.ts"
import { requestCopy } from "./texts.ts"

const texts = requestCopy.spam

/** Lists the reasons why the request was judged spam. */
export function Suspicions({ suspicions }: Pick<MessageDetails, "suspicions">) {
  if (suspicions.length === 0) return <p>{texts.byHand}</p>
  return (
    <ul className="list-disc space-y-1 pl-5">
      {suspicions.map((suspicion) => (
        <li key={suspicion}>{texts.reasons[suspicion]}</li>
      ))}
    </ul>
  )
}
