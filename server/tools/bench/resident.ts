import { readFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"

/** Returns the megabytes of a process that are in memory now (Linux). */
export function residentMegabytes(pid: number | undefined): number {
  const [, kilobytes] = readFileSync(`/proc/${pid}/status`, "utf8").match(/^VmRSS:\s+(\d+) kB$/m) ?? []
  if (kilobytes === undefined) throw new Error(`Process ${pid} tells nothing of its memory`)
  return Number(kilobytes) / 1000
}

/** Returns the most megabytes that a process takes until the work is done. */
export function mostResident(pid: number | undefined, work: Promise<unknown>): Promise<number> {
  return mostOf(() => residentMegabytes(pid), work)
}

const PAUSE_MS = 50

/** Reads a value again and again until the work is done, and returns the largest one. */
export async function mostOf(read: () => number | Promise<number>, work: Promise<unknown>): Promise<number> {
  let most = await read()
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    await Promise.race([done, setTimeout(PAUSE_MS)])
    most = Math.max(most, await read())
  }
  await done
  return most
}
