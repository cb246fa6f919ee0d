import { existsSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline/promises"
import { Writable } from "node:stream"
import { BackupError } from "#server/backup/backup-error.ts"
import { connect } from "#server/database/connect.ts"
import { databaseFailure } from "#server/database/failure.ts"
import type { SiteDatabase } from "#server/database/site-database.ts"
import type { Database } from "#server/database/transaction.ts"
import { UnusableDatabase } from "#server/database/unusable-database.ts"
import { AppError, isDiskFull, rootCause } from "#server/errors.ts"
import { readSettings, SettingsError } from "#server/settings.ts"
import { openImageStore } from "#server/storage/open-image-store.ts"

/** A failure that is shown as one line. */
export class CommandError extends Error {}

/** Runs a command and prints its result, or its help on --help; a failure is one line and exit code 1. */
export async function runCommand(help: string, command: (args: string[]) => Promise<string>): Promise<void> {
  const args = process.argv.slice(2)
  if (args.length === 0 || args.includes("--help") || args.includes("-h")) {
    console.log(help)
    if (args.length === 0) process.exitCode = 1
    return
  }
  try {
    console.log(await command(args))
  } catch (error) {
    // What is left of a line that shows progress.
    if (process.stdout.isTTY) process.stdout.write("\x1b[K")
    console.error(explain(error) ?? error)
    process.exitCode = 1
  }
}

/** The image store of the settings. */
export function openSettingsImageStore() {
  return openImageStore(readSettings(process.env))
}

/** Opens the database of the settings, which is created if it is missing. */
export async function withDatabase<Result>(
  work: (db: Database, dataDir: string) => Promise<Result>,
  open: (dataDir: string, databaseUrl?: string) => Promise<SiteDatabase> = connect,
): Promise<Result> {
  const { dataDir, databaseUrl } = readSettings(process.env)
  const db = await open(dataDir, databaseUrl)
  try {
    return await work(db, dataDir)
  } finally {
    await db.destroy()
  }
}

/** Fails where DATA_DIR has no database yet. */
export function withSite<Result>(work: (db: Database, dataDir: string) => Promise<Result>): Promise<Result> {
  const { dataDir, databaseUrl } = readSettings(process.env)
  if (databaseUrl === undefined && !existsSync(join(dataDir, "site.db")))
    throw new CommandError(`DATA_DIR : il n’y a pas de site dans ${dataDir}`)
  return withDatabase(work)
}

/** Aborts on the first SIGINT or SIGTERM, so that the command can clean up; a second one ends the process. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => stop.abort(new CommandError("Interrompu")))
  }
  return stop.signal
}

/** Undefined for an unexpected failure. */
function explain(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof AppError && error.cause) return `${error.message} (${rootCause(error).message})`
  const expected = [CommandError, SettingsError, UnusableDatabase, AppError, BackupError]
  if (expected.some((kind) => error instanceof kind)) return error.message
  const { code = "", path = "" } = error as NodeJS.ErrnoException
  if (["EACCES", "EPERM", "EROFS"].includes(code)) return `${path} : accès refusé (${code})`
  if (["ENOENT", "ENOTDIR", "EISDIR"].includes(code)) return `${path} : introuvable, ou pas un fichier (${code})`
  if (isDiskFull(error)) return `Espace disque insuffisant (${code})`
  return databaseFailure(error) && `La base de données a échoué (${error.message})`
}

/** Reads one line of standard input; a terminal shows the question and no echo. */
export async function readSecret(question: string): Promise<string> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const { stdin, stdout } = process
  if (stdin.isTTY) stdout.write(question)
  const lines = createInterface({ input: stdin, output: hidden, terminal: stdin.isTTY })
  try {
    for await (const line of lines) return line
    throw new CommandError("Aucun mot de passe sur l’entrée standard")
  } finally {
    lines.close()
    if (stdin.isTTY) stdout.write("\n")
  }
}
