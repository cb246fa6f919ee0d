import { setTimeout as sleep } from "node:timers/promises"
import type { Dialect } from "kysely"
import Pg from "pg"
import { SitePostgresDialect } from "#server/database/postgres/dialect.ts"
import { postgresUrl, runOnPostgres, TEMPLATE } from "./postgres-for-tests.ts"

/** A copy of the template with the pools of tests that use it in turn, and a connection that empties it. */
export interface Copy {
  name: string
  dialect: SitePostgresDialect
  client: Pg.Client
}

/** Unused copies are kept, since emptying one takes a fifth of the time of creating and dropping it. */
const idle: Copy[] = []

/** Statements that a test left behind have half a second to end by themselves. */
const IDLE_CHECKS = 50

const endedClients = new WeakSet<Pg.Client>()

/** Larger tables are truncated, as the remains of deleted rows would slow the next tests down. */
const LARGE_BYTES = 262_144

/** Returns a migrated database with only the template's rows. */
export async function acquireDatabase(): Promise<Copy> {
  return idle.pop() ?? createCopy()
}

/** Empties the database, or drops it if more than rows have changed. */
export async function releaseDatabase(copy: Copy): Promise<void> {
  if (await reset(copy)) {
    idle.push(copy)
    return
  }
  await copy.client.end()
  await runOnPostgres(`drop database if exists ${copy.name} with (force)`)
}

async function createCopy(): Promise<Copy> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`
  await runOnPostgres(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  const url = postgresUrl(name)
  const client = new Pg.Client(url)
  client.on("error", () => {}).on("end", () => endedClients.add(client))
  await client.connect()
  const dialect = new SitePostgresDialect(url)
  keepConnections(dialect)
  keepConnections(dialect.writes)
  return { name, dialect, client }
}

/** Keeps connections open when a database is closed, since a new one costs PostgreSQL more than most tests do. */
function keepConnections(dialect: Dialect): void {
  const createDriver = dialect.createDriver.bind(dialect)
  dialect.createDriver = () => Object.assign(createDriver(), { destroy: async () => {} })
}

interface Template {
  definitions: string
  tables: string[]
  /** The statements that restore the template's own rows and the next number of each sequence. */
  restore: string[]
}

let template: Promise<Template> | undefined

/** A statement that a test has left running may begin between the checks. */
const DEADLOCK = "40P01"

/** Returns false if the database no longer resembles the template, cannot be reached, or is still in use. */
async function reset({ client }: Copy): Promise<boolean> {
  try {
    if (!(await endStatements(client))) return false
    template ??= readTemplate()
    const { definitions, tables, restore } = await template
    if ((await readDefinitions(client)) !== definitions) return false
    const filled = await listFilledTables(client, tables)
    const clear = filled.map(({ name, bytes }) =>
      bytes > LARGE_BYTES ? `truncate ${name} cascade` : `delete from ${name}`,
    )
    // The role of a replica disables triggers and foreign keys.
    const statements = ["begin", "set local session_replication_role = replica", ...clear, ...restore, "commit"]
    await client.query(statements.join(";\n"))
    return true
  } catch (error) {
    if (isConnected(client) && (error as { code?: string }).code !== DEADLOCK) throw error
    return false
  }
}

/** Waits for the test's statements. Ends the connections of those that go on, and returns false. */
async function endStatements(client: Pg.Client): Promise<boolean> {
  const busy = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`
  for (let left = IDLE_CHECKS; left > 0; left -= 1) {
    const { rowCount } = await client.query(`select ${busy}`)
    if (rowCount === 0) return true
    await sleep(10)
  }
  await client.query(`select pg_terminate_backend(pid) ${busy}`)
  // The pool may not yet know that its connection has ended, and would give it to the next test.
  return false
}

/** Returns false after a test that has ended all connections of the server. */
function isConnected(client: Pg.Client): boolean {
  return !endedClients.has(client)
}

/** Reads the template from a new copy, since nobody may connect to the template. */
async function readTemplate(): Promise<Template> {
  const { client } = await createCopy()
  const tables = await list(
    client,
    "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  const restore = await list(
    client,
    `select format('select setval(%L, %s, %L)', sequencename, coalesce(last_value, 1), last_value is not null)
      from pg_sequences where schemaname = 'public'`,
  )
  for (const { name } of await listFilledTables(client, tables)) {
    const [rows] = await list(client, `select quote_literal(json_agg(filled)::text) from ${name} as filled`)
    const columns = await list(
      client,
      `select quote_ident(attname) from pg_attribute
        where attrelid = '${name}'::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
    )
    restore.push(
      `delete from ${name}`,
      `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, ${rows})`,
    )
  }
  return { definitions: await readDefinitions(client), tables, restore }
}

/** Returns a hash of all tables, columns, triggers, functions, indexes and settings. */
async function readDefinitions(client: Pg.Client): Promise<string> {
  const [hash = ""] = await list(
    client,
    `select md5(string_agg(definition, ' ' order by definition)) from (
      select concat(oid, relname, relchecks) from pg_class where relnamespace = 'public'::regnamespace
      union all select concat(attrelid, attnum, attname, attisdropped, attnotnull) from pg_attribute
        where attnum > 0 and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      union all select concat(oid, tgname, tgenabled) from pg_trigger
      union all select concat(oid, xmin) from pg_proc where pronamespace = 'public'::regnamespace
      union all select concat(oid) from pg_constraint
      union all select nspname::text from pg_namespace where nspname not like 'pg_%'
      union all select concat(datconnlimit, datallowconn) from pg_database where datname = current_database()
      union all select array_to_string(setconfig, ' ') from pg_db_role_setting left join pg_database on oid = setdatabase
        where datname is null or datname = current_database()
    ) as definitions (definition)`,
  )
  return hash
}

async function listFilledTables(client: Pg.Client, tables: string[]): Promise<{ name: string; bytes: number }[]> {
  const filled = tables.map(
    (name) => `select '${name}' as name, pg_relation_size('${name}') as bytes where exists (select from ${name})`,
  )
  return (await client.query({ name: "filled tables", text: filled.join(" union all ") })).rows
}

/** Returns the first column of each row. */
async function list(client: Pg.Client, text: string): Promise<string[]> {
  const { rows } = await client.query<[string], []>({ text, rowMode: "array" })
  return rows.map(([value]) => value)
}
