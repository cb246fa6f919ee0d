import type { Api } from "#client/api.ts"
import { hasRight } from "#server/contract/rights.ts"

export function adminHead(title: string) {
  return { meta: [{ title: `${title} – Administration` }] }
}

/** Whether a loader may prefetch: for any other role the calls would be rejected. */
export function isAdmin(api: Api["queries"]): boolean {
  return hasRight(api.accounts.me.getData()?.role ?? "user", "office.open")
}
