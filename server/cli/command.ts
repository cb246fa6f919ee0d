import { existsSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline/promises"
import { Writable } from "node:stream"
import { BackupError } from "#server/backup/backup-error.ts"
import { connect, DataDirError } from "#server/database/connect.ts"
import type { Database } from "#server/database/transaction.ts"
import { AppError, isDiskFull } from "#server/errors.ts"
import { readSettings, SettingsError } from "#server/settings.ts"

/** Why a command failed: one line for whoever called it. */
export class CommandError extends Error {}

/** Runs a command and prints its answer; help on --help, one line and status 1 when it fails. */
export async function runCommand(help: string, work: (words: string[]) => Promise<string>): Promise<void> {
  const words = process.argv.slice(2)
  if (words.length === 0 || words.includes("--help") || words.includes("-h")) {
    console.log(help)
    if (words.length === 0) process.exitCode = 1
    return
  }
  try {
    console.log(await work(words))
  } catch (error) {
    console.error(explain(error) ?? error)
    process.exitCode = 1
  }
}

/** Does the work on the data folder's database, which is made if it is missing. */
export async function withDatabase<Result>(work: (db: Database, dataDir: string) => Promise<Result>): Promise<Result> {
  const { dataDir } = readSettings(process.env)
  const db = await connect(dataDir)
  try {
    return await work(db, dataDir)
  } finally {
    await db.destroy()
  }
}

/** For a command that makes no sense before there is a site. */
export function withSite<Result>(work: (db: Database, dataDir: string) => Promise<Result>): Promise<Result> {
  const { dataDir } = readSettings(process.env)
  if (!existsSync(join(dataDir, "site.db"))) throw new CommandError(`DATA_DIR : il n’y a pas de site dans ${dataDir}`)
  return withDatabase(work)
}

/** Ends with the signal that asks the command to stop, so that it can tidy up; a second signal ends it at once. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => stop.abort(new CommandError("Interrompu")))
  }
  return stop.signal
}

/** Undefined for what nobody foresaw. */
function explain(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const foreseen = [CommandError, SettingsError, DataDirError, AppError, BackupError]
  if (foreseen.some((kind) => error instanceof kind)) return error.message
  const { code = "", path = "" } = error as NodeJS.ErrnoException
  if (["EACCES", "EPERM", "EROFS"].includes(code)) return `${path} : accès refusé (${code})`
  if (["ENOENT", "ENOTDIR", "EISDIR"].includes(code)) return `${path} : introuvable, ou pas un fichier (${code})`
  return isDiskFull(error) ? `Espace disque insuffisant (${code})` : undefined
}

/** One line of standard input; at a terminal it is asked for and not shown. */
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
