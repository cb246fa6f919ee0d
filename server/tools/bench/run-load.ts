import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Options, Request } from "autocannon"

const run = promisify(execFile)
const program = fileURLToPath(new URL("load-process.ts", import.meta.url))

export const CONNECTIONS = 32

export interface Load extends Pick<Options, "headers" | "method" | "body" | "idReplacement"> {
  /** Several URLs share the connections. */
  url: string | readonly string[]
  /** A load has either a duration or a number of requests. */
  seconds?: number
  amount?: number
  /** Each connection sends them in turn. */
  requests?: Request[]
  /** The default is 32 connections. */
  connections?: number
}

export interface LoadResult {
  /** In requests per second. */
  rate: number
  /** In milliseconds. */
  p50: number
  p99: number
  answered: number
}

/** Each connection sends its next request after the response. Any failure ends the bench. */
export async function runLoad({
  url,
  seconds,
  amount,
  connections: most = CONNECTIONS,
  ...load
}: Load): Promise<LoadResult> {
  const length = amount === undefined ? { duration: seconds } : { amount }
  const connections = Math.min(most, amount ?? most)
  const options = { ...load, ...length, urls: [url].flat(), connections, timeout: 60 }
  const { stdout } = await run(process.execPath, [program, JSON.stringify(options)])
  const { rejected, errors, ...answers } = JSON.parse(stdout)
  if (rejected + errors > 0) throw new Error(`${url}: ${rejected} rejected, ${errors} failed of ${answers.answered}`)
  if (answers.answered === 0) throw new Error(`${url}: no response in ${seconds} s`)
  return answers
}
