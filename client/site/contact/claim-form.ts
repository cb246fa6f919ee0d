import { withStorage } from "#client/app/browser-storage.ts"
import { ADDITION_KEPT, CONTACT_KEPT } from "#client/app/document-state.ts"
import { timeoutSignal } from "#client/app/timeout-signal.ts"
import { createUuid } from "#client/app/uuid.ts"
import { listRecords } from "./contact-database.ts"

/** A tab that was closed or reloaded may still hold its lock for a moment. */
const WAIT_MS = 2000

const claimed = new Map<string, Promise<string>>()

/**
 * Returns the name of this tab's form: its own if it has left something, else one that a closed tab has left. The form
 * of each status page, which has a token, is one of its own.
 */
export function claimForm(token?: string): Promise<string> {
  const key = token === undefined ? CONTACT_KEPT : ADDITION_KEPT + token
  const claim = claimed.get(key) ?? claimFirst(key, token)
  claimed.set(key, claim)
  return claim
}

async function claimFirst(key: string, token: string | undefined): Promise<string> {
  const own = withStorage(() => sessionStorage.getItem(key)) ?? createUuid()
  const records = (await listRecords().catch(() => [])).filter((record) => record.token === token)
  const left = records.map(({ form }) => form)
  const names = new Set([...left.filter((form) => form === own), ...left, own])
  for (const name of names) {
    if (!(await isFree(name))) continue
    withStorage(() => sessionStorage.setItem(key, name))
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
