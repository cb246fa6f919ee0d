import { INBOX_EVENT } from "#server/contract/message-states.ts"
import type { InboxState } from "#server/contract/messages.ts"
import type { Context } from "#server/trpc/context.ts"
import { readInboxState, readInboxVersion } from "./counts.ts"

/** How often an instance looks whether another one has changed the inbox. */
const POLL_MS = 1_000

/** In polls: a session that has ended loses its stream, and a proxy sees that a silent one lives. */
const POLLS_PER_CHECK = 5
const POLLS_PER_HEARTBEAT = 25

const RETRY_MS = 3_000

/** A client that takes nothing is cut before its events fill the memory. */
const WAITING_MAX = 20

interface Client {
  session: string
  stream: ReadableStreamDefaultController<Uint8Array>
}

interface Parts extends Pick<Context, "db" | "log"> {
  isStopping: () => boolean
  /** Those of the sessions that may still read the inbox. */
  listCurrent: (sessions: readonly string[]) => Promise<ReadonlySet<string>>
}

export type InboxEvents = ReturnType<typeof createInboxEvents>

/** Streams that tell what changes in the inbox. The database is only watched while somebody listens. */
export function createInboxEvents({ db, log, isStopping, listCurrent }: Parts) {
  const clients = new Set<Client>()
  const encoder = new TextEncoder()
  let timer: NodeJS.Timeout | undefined
  let polls = 0
  let lastVersion = 0
  let isPolling = false
  let isFailing = false

  /** The state of the inbox at once, and again whenever it changes. */
  async function open(session: string): Promise<ReadableStream<Uint8Array>> {
    const state = await readInboxState(db)
    if (clients.size === 0) lastVersion = state.version
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
      if ((client.stream.desiredSize ?? 0) < -WAITING_MAX) close(client)
      else client.stream.enqueue(bytes)
    }
  }

  async function poll() {
    if (isStopping()) return [...clients].forEach(close)
    polls += 1
    await look({ checksSessions: polls % POLLS_PER_CHECK === 0, beats: polls % POLLS_PER_HEARTBEAT === 0 })
  }

  /** Failures are told once, and the next poll tries again. */
  async function look({ checksSessions = false, beats = false } = {}) {
    if (isPolling || clients.size === 0) return
    isPolling = true
    try {
      if (beats) send(":\n\n")
      if (checksSessions) await closeEnded()
      const version = await readInboxVersion(db)
      if (version !== lastVersion) {
        const state = await readInboxState(db)
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
    /** Tells what this instance has just written, without waiting for the next poll. */
    wake: () => void look(),
  }
}

function eventOf(state: InboxState): string {
  return `event: ${INBOX_EVENT}\ndata: ${JSON.stringify(state)}\n\n`
}
