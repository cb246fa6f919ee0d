import { useQuery } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react"
import { useApi } from "#client/api.ts"
import { INBOX_EVENT } from "#server/contract/message-states.ts"
import type { InboxState } from "#server/contract/messages.ts"

const EVENTS = "/api/admin/events"

const POLL_MS = 30_000

/** The browser repeats lost connections itself, but none that the server has rejected. */
const RETRY_MS = 10_000

/** The state is polled too after so many failures in a row. */
const FAILURES = 2

/** Follows the state of the inbox, and refetches messages when it changes. Undefined for those who may not read it. */
export function useInboxState(canRead: boolean): InboxState | undefined {
  const { queries } = useApi()
  const isHidden = useIsHidden()
  const [failures, setFailures] = useState(0)
  const [attempt, setAttempt] = useState(0)
  // A browser has few connections to one server: those of hidden tabs are left to the others.
  const polls = isHidden || failures >= FAILURES
  const { data: state } = useQuery(
    queries.messages.inbox.queryOptions(undefined, {
      enabled: canRead,
      refetchInterval: polls && POLL_MS,
      refetchIntervalInBackground: true,
    }),
  )

  const receive = useEffectEvent((data: string) => {
    setFailures(0)
    queries.messages.inbox.setData(undefined, JSON.parse(data) as InboxState)
  })

  // An EventSource is a connection, which lasts as long as the screen is shown.
  useEffect(() => {
    if (isHidden || !canRead) return
    let timer: ReturnType<typeof setTimeout>
    const source = new EventSource(`${EVENTS}${attempt > 0 ? `?${attempt}` : ""}`)
    source.addEventListener(INBOX_EVENT, ({ data }) => receive(data))
    source.addEventListener("error", () => {
      setFailures((count) => count + 1)
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(() => setAttempt(attempt + 1), RETRY_MS)
    })
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [isHidden, attempt, canRead])

  const version = state?.version
  const [seen, setSeen] = useState<number>()
  const refresh = useEffectEvent(() => {
    setSeen(version)
    if (seen === undefined || version === seen) return
    for (const query of [queries.messages.search, queries.messages.get, queries.stats]) void query.invalidate()
  })
  // The version comes from the server at any time; queries of other screens must not be invalidated during a render.
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
