import type { AnyRouter } from "@trpc/server"
import type { SiteDatabase } from "./database/core/site-database.ts"
import type { SiteGauge } from "./http/metrics.ts"
import type { RestCall } from "./http/rest-call.ts"
import type { ImageStore } from "./images/store/image-store.ts"
import type { Log } from "./log.ts"

/** What a domain adds to the server. */
export interface ServerDomain {
  /** Its procedures, by the first part of their names. */
  routers: Readonly<Record<string, AnyRouter>>
  rest: readonly RestCall[]
  tasks?: Partial<Record<Rhythm, readonly Task[]>>
  gauges?: Readonly<Record<string, SiteGauge>>
  visitorData?: VisitorData
}

/** When a task runs: within seconds and every hour on each instance, or in the night on one of them. */
export type Rhythm = "soon" | "hourly" | "nightly"

export interface Task {
  name: string
  run: (parts: TaskParts) => Promise<unknown>
}

export interface TaskParts {
  db: SiteDatabase
  images: ImageStore
  log: Log
  now: () => Date
  /** Whether no other instance can use the same database. */
  isAlone: boolean
  /** The folder of the built client, which there is none of in development. */
  clientFolder: string | undefined
}

/** What visitors may ask for: everything that is stored about them, and its end. */
export interface VisitorData {
  exportPerson: (...call: never[]) => Promise<AsyncIterable<string>>
  erasePerson: (...call: never[]) => Promise<unknown>
}
