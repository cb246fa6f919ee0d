import { existsSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline/promises"
import { type Readable, Writable } from "node:stream"
import { inspect } from "node:util"
import { BackupError } from "#server/backup/backup-error.ts"
import type { Output } from "#server/backup/progress.ts"
import { connect } from "#server/database/connect.ts"
import type { Database } from "#server/database/core/database.ts"
import { UnusableDatabase } from "#server/database/core/unusable-database.ts"
import { databaseFailure } from "#server/database/failure.ts"
import { AppError, isDiskFull, rootCause } from "#server/errors.ts"
import { openImageStore } from "#server/images/store/open-image-store.ts"
import { readSettings, type Settings, SettingsError } from "#server/settings.ts"

/** The input and output of a command, which are the process's own or a test's. */
export interface Terminal {
  args: string[]
  env: Record<string, string | undefined>
  stdin: Readable & { isTTY?: boolean }
  stdout: Output
  stderr: Output
  /** Aborts when the operator interrupts the command. */
  stopSignal(): AbortSignal
}

/** Resolves to the exit code. */
export type Command = (terminal: Terminal) => Promise<number>

/** A failure that is shown as one line. */
export class CommandError extends Error {}

interface Result {
  text: string
  exitCode: number
}

/** Creates a command that prints its result, or its help on --help; a failure is one line and exit code 1. */
export function createCommand(help: string, run: (terminal: Terminal) => Promise<string | Result>): Command {
  return async (terminal) => {
    const { args, stdout, stderr } = terminal
    if (args.length === 0 || args.includes("--help") || args.includes("-h")) {
      stdout.write(`${help}\n`)
      return args.length === 0 ? 1 : 0
    }
    try {
      const result = await run(terminal)
      const { text, exitCode } = typeof result === "string" ? { text: result, exitCode: 0 } : result
      stdout.write(`${text}\n`)
      return exitCode
    } catch (error) {
      // This erases what is left of a line that shows progress.
      if (stdout.isTTY) stdout.write("\x1b[K")
      stderr.write(`${explain(error) ?? inspect(error)}\n`)
      return 1
    }
  }
}

/** Returns the noun in its number, since French uses the singular for zero. */
export function pluralize(number: number, noun: string): string {
  return number < 2 ? noun : `${noun}s`
}

/** Opens the database and the image store of a site until it is disposed of. */
export async function openPlace(settings: Settings, open = connect) {
  const db = await open(settings.dataDir, settings.databaseUrl)
  const images = await openImageStore(settings)
  return { db, images, [Symbol.asyncDispose]: () => db.destroy() }
}

/** Opens the database of the settings, and creates it if it is missing. */
export async function withDatabase<Result>(
  { env }: Terminal,
  work: (db: Database, settings: Settings) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings(env)
  await using db = await connect(settings.dataDir, settings.databaseUrl)
  return await work(db, settings)
}

/** Fails where the data folder has no site yet, since opening it would create an empty one. */
export function requireSite({ dataDir, databaseUrl }: Settings): void {
  if (databaseUrl === undefined && !existsSync(join(dataDir, "site.db")))
    throw new UnusableDatabase(`DATA_DIR : il n’y a pas de site dans ${dataDir}`)
}

/** Opens the database of the settings, and fails where DATA_DIR has none yet. */
export function withSite<Result>(
  terminal: Terminal,
  work: (db: Database, settings: Settings) => Promise<Result>,
): Promise<Result> {
  requireSite(readSettings(terminal.env))
  return withDatabase(terminal, work)
}

/** Returns undefined for an unexpected failure. */
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

/** Reads one line of standard input; a terminal shows the question, but no echo. */
export async function readSecret({ stdin, stdout }: Terminal, question: string): Promise<string> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  if (stdin.isTTY) stdout.write(question)
  const lines = createInterface({ input: stdin, output: hidden, terminal: stdin.isTTY ?? false })
  try {
    for await (const line of lines) return line
    throw new CommandError("Aucun mot de passe sur l’entrée standard")
  } finally {
    lines.close()
    if (stdin.isTTY) stdout.write("\n")
  }
}
