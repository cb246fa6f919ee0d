import Pg from "pg"
import { connectPostgres } from "#server/database/postgres/connect.ts"
import { startPostgresServer } from "./postgres-server.ts"

/** The database whose copies tests get: migrated, and never connected to. */
export const TEMPLATE = "site_template"

/** Vitest's global set-up: one server a run, with a migrated template. */
export default async function startPostgresForTests() {
  if (process.env.TEST_ENGINE !== "postgres") return
  const server = await startPostgresServer()
  process.env.TEST_POSTGRES_URL = server.url("postgres")
  await runOnPostgres(`create database ${TEMPLATE}`)
  await using _migrated = await connectPostgres(postgresUrl(TEMPLATE))
  return () => server[Symbol.asyncDispose]()
}

export function postgresUrl(database: string): string {
  const url = new URL(process.env.TEST_POSTGRES_URL ?? "")
  url.pathname = `/${database}`
  return url.href
}

/** For statements that no transaction can contain. */
export async function runOnPostgres(statement: string): Promise<void> {
  const client = new Pg.Client(postgresUrl("postgres"))
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
