import { connectUrl } from "#server/database/connect.ts"
import { runStatement, startPostgresServer } from "./postgres-server.ts"

/** Tests get copies of this database, which is migrated and never connected to. */
export const TEMPLATE = "site_template"

/**
 * Starts one server for Vitest with a migrated template, unless TEST_POSTGRES_URL names one; POSTGRES_PROGRAMS may name
 * another version's folder.
 */
export default async function startPostgresForTests() {
  const server = await startPostgresServer({ programs: process.env.POSTGRES_PROGRAMS })
  process.env.TEST_POSTGRES_URL = server.url("postgres")
  await runOnPostgres(`create database ${TEMPLATE}`)
  await using _migrated = await connectUrl(postgresUrl(TEMPLATE))
  return () => server[Symbol.asyncDispose]()
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
