import { connectUrl } from "#server/database/connect.ts"
import { runStatement, startPostgresServer } from "./postgres-server.ts"

/** Tests get copies of this database, which is migrated and never connected to. */
export const TEMPLATE = "site_template"

/** Prepares a migrated template for Vitest, on a server of its own unless TEST_POSTGRES_URL names one. */
export default async function startPostgresForTests() {
  // Each project of Vitest calls it, in modules of its own.
  if (process.env.TEST_POSTGRES_TEMPLATE) return
  process.env.TEST_POSTGRES_TEMPLATE = TEMPLATE
  const server = process.env.TEST_POSTGRES_URL ? undefined : await startPostgresServer()
  if (server) process.env.TEST_POSTGRES_URL = server.url("postgres")
  await runOnPostgres(`drop database if exists ${TEMPLATE}`)
  await runOnPostgres(`create database ${TEMPLATE}`)
  await using _migrated = await connectUrl(postgresUrl(TEMPLATE))
  return () => server?.[Symbol.asyncDispose]()
}

export function postgresUrl(database: string): string {
  const url = new URL(process.env.TEST_POSTGRES_URL ?? "")
  url.pathname = `/${database}`
  return url.href
}

/** Returns the URL of an empty database on the server that all tests share. */
export async function createEmptyDatabase(): Promise<string> {
  const name = `empty_${crypto.randomUUID().replaceAll("-", "")}`
  await runOnPostgres(`create database ${name}`)
  return postgresUrl(name)
}

/** Runs a statement that cannot run in a transaction. */
export function runOnPostgres(statement: string): Promise<void> {
  return runStatement(postgresUrl("postgres"), statement)
}
