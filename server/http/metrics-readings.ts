import { statfs } from "node:fs/promises"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { expressionBuilder } from "kysely"
import type { Database } from "#server/database/transaction.ts"
import type { Context } from "#server/trpc/context.ts"

/** A name that ends in _total only ever rises. */
export type Reading = readonly [name: string, help: string, value: number]

const RESOLUTION_MS = 20

/** How late timers come: how long whoever asks waits for the process to turn to them. */
export function watchLag() {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const behind = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000)
  return {
    read(): Reading[] {
      const [most, longest] = [behind(delays.percentile(99)), behind(delays.max)]
      delays.reset()
      return [
        ["nodejs_eventloop_lag_p99_seconds", "Delay that 99 % of timers kept under since the last reading.", most],
        ["nodejs_eventloop_lag_max_seconds", "Longest delay of a timer since the last reading.", longest],
      ]
    },
  }
}

export function readProcess(): Reading[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    ["process_resident_memory_bytes", "Memory that the process holds.", rss],
    ["nodejs_heap_size_used_bytes", "Memory that JavaScript uses.", heapUsed],
    ["process_cpu_seconds_total", "Processor time spent.", (user + system) / 1e6],
    ["process_start_time_seconds", "When the process started, in Unix time.", performance.timeOrigin / 1000],
    ["process_uptime_seconds", "How long the process has run.", process.uptime()],
  ]
}

export async function readStore({ db, images: store, now }: Context): Promise<Reading[]> {
  const { projects, messages, waiting, images, bytes, sessions } = await countRows(db, now())
  const { bavail, bsize } = await statfs(store.temporaryFolder)
  return [
    ["lisanga_projects", "Projects.", projects],
    ["lisanga_messages", "Contact messages.", messages],
    ["lisanga_outbox_waiting", "Notification mails that are still to be sent.", waiting],
    ["lisanga_images", "Stored pictures, without their variants.", images],
    ["lisanga_images_bytes", "What the stored pictures weigh.", bytes],
    ["lisanga_sessions", "Sessions that have not expired.", sessions],
    ["lisanga_disk_free_bytes", "Room that is left on the disk of DATA_DIR.", bavail * bsize],
  ]
}

async function countRows(db: Database, now: Date) {
  const all = expressionBuilder().fn.countAll<number>().as("rows")
  const pictures = await db
    .selectFrom("images")
    .select((row) => [row.fn.countAll<number>().as("images"), row.fn.sum<number | null>("bytes").as("bytes")])
    .executeTakeFirstOrThrow()
  return {
    images: pictures.images,
    bytes: pictures.bytes ?? 0,
    projects: await rows(db.selectFrom("projectCounts").select((row) => row.fn.sum<number | null>("count").as("rows"))),
    messages: await rows(db.selectFrom("messages").select(all)),
    waiting: await rows(db.selectFrom("outbox").select(all).where("sentAt", "is", null)),
    sessions: await rows(db.selectFrom("sessions").select(all).where("expiresAt", ">", now.toISOString())),
  }
}

async function rows(query: { executeTakeFirstOrThrow(): Promise<{ rows: number | null }> }): Promise<number> {
  return (await query.executeTakeFirstOrThrow()).rows ?? 0
}
