import { execFileSync } from "node:child_process"
import { arch, availableParallelism, cpus, loadavg, release, totalmem } from "node:os"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** Describes the machine that the figures were taken on, and its load at that moment. */
export function describeMachine(): string {
  const [cpu] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const revision = execFileSync("git", ["describe", "--always", "--dirty"], { cwd: root, encoding: "utf8" }).trim()
  return (
    `${availableParallelism()} cores of ${cpu?.model.trim() || arch()}, ${gigabytes} GB, ${process.platform} ${release()}, ` +
    `Node ${process.versions.node}, revision ${revision}; load of the machine before: ${loadavg()[0]?.toFixed(1)}.`
  )
}
