import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import type { SiteDatabase } from "#server/database/core/site-database.ts"
import { contentAddress } from "#server/testing/content-address.ts"
import { startApp } from "#server/testing/start-app.ts"
import { STORED_AT } from "./fill-tables.ts"

const folder = import.meta.dirname

/** What each release has in its folder, compressed by gzip. */
export const FILES = { sqlite: "site.db.gz", postgres: "site.sql.gz", answers: "answers.json.gz" } as const

export interface StoredAnswers {
  /** The headers of an administrator's browser. */
  headers: { Cookie: string }
  /** The bodies by path. */
  bodies: Record<string, string>
}

export function listStoredReleases(): string[] {
  return readdirSync(folder).filter((name) => /^\d/.test(name))
}

export function readStored(version: string, file: keyof typeof FILES): Buffer {
  return gunzipSync(readFileSync(join(folder, version, FILES[file])))
}

/** The calls that every release answers; each reads tables that no other one reads. */
const PATHS = [
  "/api/projects",
  "/api/projects/1",
  contentAddress("accueil"),
  "/api/content/content.site",
  "/api/contact-messages",
  "/api/admin/messages/1/person",
  "/api/admin/message-attachments/1",
  "/api/admin/messages.csv",
  "/api/admin/projects.csv",
  "/api/admin/message-figures.csv?du=2026-11-01&au=2026-11-30",
  "/api/admin/stats",
  "/api/admin/audit.csv",
]

/** Reads the answers of the site, and closes its database. */
export async function readBodies(db: SiteDatabase, headers: { Cookie: string }): Promise<Record<string, string>> {
  await using site = await startApp({ db, now: () => STORED_AT })
  const bodies: Record<string, string> = {}
  for (const path of PATHS) {
    const response = await site.request(path, { headers })
    bodies[path] = await response.text()
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${bodies[path]}`)
  }
  return bodies
}
