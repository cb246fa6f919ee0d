import { readFileSync } from "node:fs"

/** Megabytes of a process that are in memory now (Linux). */
export function residentMegabytes(pid: number | undefined): number {
  const [, kilobytes] = readFileSync(`/proc/${pid}/status`, "utf8").match(/^VmRSS:\s+(\d+) kB$/m) ?? []
  if (kilobytes === undefined) throw new Error(`Process ${pid} tells nothing of its memory`)
  return Number(kilobytes) / 1000
}

/** The most that it takes while the work lasts. */
export async function mostResident(pid: number | undefined, work: Promise<unknown>): Promise<number> {
  let most = residentMegabytes(pid)
  const watch = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid))
  }, 50)
  try {
    await work
  } finally {
    clearInterval(watch)
  }
  return most
}
