import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

/**
 * Does `work` while no other process holds the lock file at `path`; a lock whose process is gone is taken over.
 * @param {string} path
 * @param {() => Promise<void>} work
 * @param {(pid: number) => void} onWait called once when another process has to be waited for
 */
export async function oneAtATime(path, work, onWait) {
  mkdirSync(dirname(path), { recursive: true })
  for (let waits = 0; !take(path); waits++) {
    const holder = heldBy(path)
    if (holder && !isRunning(holder)) removeStale(path, holder)
    else if (waits === 0) onWait(Number.parseInt(holder, 10))
    await sleep(100)
  }
  process.once("exit", () => release(path))
  try {
    await work()
  } finally {
    release(path)
  }
}

/** @param {string} path */
function take(path) {
  const own = `${path}.${process.pid}`
  writeFileSync(own, identityOf(process.pid))
  try {
    // A link appears at once and with its contents, so that nobody ever reads a lock without a name in it.
    linkSync(own, path)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

/** @param {string} path */
function release(path) {
  if (heldBy(path) === identityOf(process.pid)) rmSync(path, { force: true })
}

/**
 * @param {string} path
 * @param {string} holder
 */
function removeStale(path, holder) {
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return // somebody else was quicker
  }
  if (heldBy(aside) === holder) rmSync(aside, { force: true })
  else renameSync(aside, path) // it was taken over between our reading and our renaming
}

/** @param {string} path */
function heldBy(path) {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

/** @param {string} holder */
function isRunning(holder) {
  const pid = Number.parseInt(holder, 10)
  try {
    process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM"
  }
  return identityOf(pid) === holder
}

/**
 * The process id and, on Linux, its start in ticks: a restarted container hands out the same ids again.
 * @param {number} pid
 */
function identityOf(pid) {
  try {
    // proc_pid_stat(5): the name in parentheses may hold spaces; after it, state is field 3 and starttime field 22
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
    return fields[0] === "Z" ? `${pid} ended` : `${pid} ${fields[19]}`
  } catch {
    return `${pid}`
  }
}
