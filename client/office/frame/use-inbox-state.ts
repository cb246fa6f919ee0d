import { useQuery } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react"
import { useApi } from "#client/app/api.ts"
import { isSessionOver } from "#client/app/failures.ts"
import { INBOX_EVENT } from "#server/contract/message-states.ts"
import type { InboxState } from "#server/contract/messages.ts"

const EVENTS = "/api/admin/events"

const POLL_MS = 30_000

/** The browser reconnects a lost EventSource itself, but not one that the server has rejected. */
const RETRY_MS = 10_000

/** After this many failures in a row, the state is polled as well. */
const FAILURES = 2

/** Follows the state of the inbox and refetches messages on a change. Returns undefined without the right to read. */
export function useInboxState(canRead: boolean): InboxState | undefined {
  const { queries } = useApi()
  const isHidden = useIsHidden()
  const [failures, setFailures] = useState(0)
  const [attempt, setAttempt] = useState(0)
  // A browser opens few connections to one server, so that hidden tabs leave theirs to the others.
  const polls = isHidden || failures >= FAILURES
  const { data: state, error } = useQuery(
    queries.messages.inbox.queryOptions(undefined, {
      enabled: canRead,
      // Nobody is there to follow the inbox until the next screen is opened.
      refetchInterval: ({ state }) => polls && !isSessionOver(state.error) && POLL_MS,
      refetchIntervalInBackground: true,
    }),
  )
  const hasEnded = isSessionOver(error)

  const receive = useEffectEvent((data: string) => {
    setFailures(0)
    queries.messages.inbox.setData(undefined, JSON.parse(data) as InboxState)
  })

  /** A stream does not tell why it was rejected, but a call does. */
  const askAgain = useEffectEvent(() => void queries.messages.inbox.invalidate())

  // An EventSource keeps a connection open for as long as the screen is shown.
  useEffect(() => {
    if (isHidden || !canRead || hasEnded) return
    let timer: ReturnType<typeof setTimeout>
    const source = new EventSource(`${EVENTS}${attempt > 0 ? `?${attempt}` : ""}`)
    source.addEventListener(INBOX_EVENT, ({ data }) => receive(data))
    source.addEventListener("error", () => {
      setFailures((count) => count + 1)
      if (source.readyState !== EventSource.CLOSED) return
      askAgain()
      timer = setTimeout(() => setAttempt(attempt + 1), RETRY_MS)
    })
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [isHidden, attempt, canRead, hasEnded])

  const returnToTab = useEffectEvent(() => {
    if (!isHidden && hasEnded) askAgain()
  })
  // The user may have logged in again in another tab.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the tab is shown or hidden
  useEffect(() => returnToTab(), [isHidden])

  const version = state?.version
  const [seen, setSeen] = useState<number>()
  const refresh = useEffectEvent(() => {
    setSeen(version)
    if (seen === undefined || version === seen) return
    for (const query of [queries.messages.search, queries.messages.get, queries.stats]) void query.invalidate()
  })
  // A new version can arrive at any time, and queries must not be invalidated while a component renders.
  useEffect(() => {
    if (version !== undefined) refresh()
  }, [version])

  return state
}

function useIsHidden(): boolean {
  return useSyncExternalStore(subscribeToVisibility, () => document.hidden)
}

function subscribeToVisibility(update: () => void) {
  document.addEventListener("visibilitychange", update)
  return () => document.removeEventListener("visibilitychange", update)
}
