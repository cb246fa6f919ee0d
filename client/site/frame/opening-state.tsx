import { useSyncExternalStore } from "react"
import { MINUTE_MS } from "#server/contract/durations.ts"
import { useSite } from "./site-content.ts"

/** Shows whether somebody is there now; nothing where the company has written no hours. */
export function OpeningState({ className }: { className: string }) {
  const { openings } = useSite()
  const minute = useSyncExternalStore(everyMinute, currentMinute, currentMinute)
  const current = openings.filter(({ since }) => since < (minute + 1) * MINUTE_MS).pop()
  if (!current?.text) return null
  return (
    <p
      className={className}
      data-opening={
        import.meta.env.SSR
          ? openings.map(({ since, text }) => `${Math.floor(since / MINUTE_MS)} ${text}`).join("|")
          : undefined
      }
      // The page may come from a cache, and ReaderScript has corrected the text before hydration.
      suppressHydrationWarning
    >
      {current.text}
    </p>
  )
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS)
}

function everyMinute(onChange: () => void): () => void {
  const timer = setInterval(onChange, MINUTE_MS / 2)
  return () => clearInterval(timer)
}
