import { createInterface } from "node:readline/promises"
import { Writable } from "node:stream"
import { DataError, openDatabase } from "#server/database/open.ts"
import type { Database } from "#server/database/write.ts"
import { AppError } from "#server/errors.ts"
import { readSettings, SettingsError } from "#server/settings.ts"

/** Why a command failed: one line for whoever called it. */
export class CommandError extends Error {}

/** Runs a command on the data folder and prints its answer; help on --help, one line and status 1 when it fails. */
export async function runCommand(
  help: string,
  work: (db: Database, words: string[]) => Promise<string>,
): Promise<void> {
  const words = process.argv.slice(2)
  if (words.length === 0 || words.includes("--help") || words.includes("-h")) {
    console.log(help)
    if (words.length === 0) process.exitCode = 1
    return
  }
  let db: Database | undefined
  try {
    db = await openDatabase(readSettings(process.env).dataDir)
    console.log(await work(db, words))
  } catch (error) {
    const foreseen = [CommandError, SettingsError, DataError, AppError].some((kind) => error instanceof kind)
    console.error(foreseen && error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    await db?.destroy()
  }
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
