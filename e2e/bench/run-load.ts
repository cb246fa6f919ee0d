import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Options, Request } from "autocannon"

const run = promisify(execFile)
const program = fileURLToPath(new URL("load-process.ts", import.meta.url))

export const CONNECTIONS = 32

export interface Load extends Pick<Options, "headers" | "method" | "body" | "idReplacement"> {
  url: string
  /** Either so long, or so many requests. */
  seconds?: number
  amount?: number
  /** Sent in turn by each connection. */
  requests?: Request[]
  /** 32 unless a load wants fewer. */
  connections?: number
}

export interface Answers {
  /** Requests a second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
  answered: number
}

/** Each connection sends a request once the one before was answered. Any failure ends the bench. */
export async function runLoad({ seconds, amount, connections: most = CONNECTIONS, ...load }: Load): Promise<Answers> {
  const length = amount === undefined ? { duration: seconds } : { amount }
  const connections = Math.min(most, amount ?? most)
  const options = { ...load, ...length, connections, timeout: 60 }
  const { stdout } = await run(process.execPath, [program, JSON.stringify(options)])
  const { refused, errors, ...answers } = JSON.parse(stdout)
  if (refused + errors > 0) throw new Error(`${load.url}: ${refused} refused, ${errors} failed of ${answers.answered}`)
  if (answers.answered === 0) throw new Error(`${load.url}: not one answer in ${seconds} s`)
  return answers
}
