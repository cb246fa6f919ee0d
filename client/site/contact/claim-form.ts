import { withStorage } from "#client/app/browser-storage.ts"
import { CONTACT_KEPT } from "#client/app/document-state.ts"
import { timeoutSignal } from "#client/app/timeout-signal.ts"
import { createUuid } from "#client/app/uuid.ts"
import { listRecords } from "./contact-database.ts"

/** A tab that was closed or reloaded may still hold its lock for a moment. */
const WAIT_MS = 2000

let claimed: Promise<string> | undefined

/** Returns the name of this tab's form: its own if it has left something, else one that a closed tab has left. */
export function claimForm(): Promise<string> {
  claimed ??= claimFirst()
  return claimed
}

async function claimFirst(): Promise<string> {
  const own = withStorage(() => sessionStorage.getItem(CONTACT_KEPT)) ?? createUuid()
  const left = (await listRecords().catch(() => [])).map(({ form }) => form)
  const names = new Set([...left.filter((form) => form === own), ...left, own])
  for (const name of names) {
    if (!(await isFree(name))) continue
    withStorage(() => sessionStorage.setItem(CONTACT_KEPT, name))
    return name
  }
  return createUuid()
}

/**
 * Locks a name until the tab is closed, of which nothing else tells other tabs. Web Locks are missing on pages served
 * over plain http, whose tabs share one form.
 */
function isFree(name: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true)
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true)
      return new Promise(() => undefined)
    }
    navigator.locks.request(`contact ${name}`, { signal: timeoutSignal(WAIT_MS) }, hold).catch(() => resolve(false))
  })
}
