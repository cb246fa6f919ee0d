import { INBOX_EVENT } from "#server/contract/message-states.ts"
import type { InboxState } from "#server/contract/messages.ts"
import type { Context } from "#server/trpc/context.ts"
import { readInboxState, readInboxVersion } from "./inbox-state.ts"

/** An instance checks at this interval whether another one has changed the inbox. */
const POLL_MS = 1_000

/** After so many polls, the streams of ended sessions are closed. */
const POLLS_PER_CHECK = 5

/** After so many polls, each stream gets a comment, so that no proxy closes it as idle. */
const POLLS_PER_HEARTBEAT = 25

const RETRY_MS = 3_000

/** A client that does not read is disconnected before its events fill the memory. */
const UNREAD_MAX = 20

interface Client {
  session: string
  stream: ReadableStreamDefaultController<Uint8Array>
}

interface Parts extends Pick<Context, "db" | "log" | "now"> {
  isStopping: () => boolean
  /** Returns those of the sessions that may still read the inbox. */
  listCurrent: (sessions: readonly string[]) => Promise<ReadonlySet<string>>
}

export type InboxEvents = ReturnType<typeof createInboxEvents>

/** Sends the changes of the inbox to streams. The database is polled only while a client is connected. */
export function createInboxEvents({ db, log, now, isStopping, listCurrent }: Parts) {
  const clients = new Set<Client>()
  const encoder = new TextEncoder()
  let timer: NodeJS.Timeout | undefined
  let polls = 0
  let lastVersion = 0
  let isPolling = false
  let isFailing = false

  /** Opens a stream that sends the state of the inbox at once, and again after each change. */
  async function open(session: string): Promise<ReadableStream<Uint8Array>> {
    const state = await readInboxState(db, now())
    // A poll may have sent a newer state while this one was read, so the next poll sends it again.
    if (clients.size === 0 || state.version < lastVersion) lastVersion = state.version
    let client: Client
    return new ReadableStream({
      start(stream) {
        client = { session, stream }
        clients.add(client)
        timer ??= setInterval(poll, POLL_MS).unref()
        stream.enqueue(encoder.encode(`retry: ${RETRY_MS}\n${eventOf(state)}`))
      },
      cancel: () => remove(client),
    })
  }

  function remove(client: Client) {
    clients.delete(client)
    if (clients.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function close(client: Client) {
    remove(client)
    client.stream.close()
  }

  function send(text: string) {
    const bytes = encoder.encode(text)
    for (const client of clients) {
      if ((client.stream.desiredSize ?? 0) < -UNREAD_MAX) close(client)
      else client.stream.enqueue(bytes)
    }
  }

  async function poll() {
    if (isStopping()) return [...clients].forEach(close)
    polls += 1
    await sendChanges({
      checksSessions: polls % POLLS_PER_CHECK === 0,
      sendsHeartbeat: polls % POLLS_PER_HEARTBEAT === 0,
    })
  }

  /** Logs only the first of consecutive failures; the next poll tries again. */
  async function sendChanges({ checksSessions = false, sendsHeartbeat = false } = {}) {
    if (isPolling || clients.size === 0) return
    isPolling = true
    try {
      if (sendsHeartbeat) send(":\n\n")
      if (checksSessions) await closeEnded()
      const version = await readInboxVersion(db)
      if (version !== lastVersion) {
        const state = await readInboxState(db, now())
        send(eventOf(state))
        lastVersion = state.version
      }
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, "inbox not watched")
      isFailing = true
    } finally {
      isPolling = false
    }
  }

  async function closeEnded() {
    const sessions = new Set(Array.from(clients, ({ session }) => session))
    const current = await listCurrent([...sessions])
    for (const client of clients) if (!current.has(client.session)) close(client)
  }

  return {
    open,
    /** Sends what this instance has just written without waiting for the next poll. */
    wake: () => void sendChanges(),
  }
}

function eventOf(state: InboxState): string {
  return `event: ${INBOX_EVENT}\ndata: ${JSON.stringify(state)}\n\n`
}
