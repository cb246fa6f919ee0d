import { readFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"

/** Megabytes of a process that are in memory now (Linux). */
export function residentMegabytes(pid: number | undefined): number {
  const [, kilobytes] = readFileSync(`/proc/${pid}/status`, "utf8").match(/^VmRSS:\s+(\d+) kB$/m) ?? []
  if (kilobytes === undefined) throw new Error(`Process ${pid} tells nothing of its memory`)
  return Number(kilobytes) / 1000
}

/** The most that it takes while the work lasts. */
export function mostResident(pid: number | undefined, work: Promise<unknown>): Promise<number> {
  return mostOf(() => residentMegabytes(pid), work)
}

const PAUSE_MS = 50

/** The largest of what is read again and again until the work is done. */
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
