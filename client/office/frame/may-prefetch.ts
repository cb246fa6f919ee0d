import type { Api } from "#client/app/api.ts"
import type { Right } from "#server/contract/domains/domains.ts"
import { hasRight } from "#server/contract/rights.ts"

/** Whether a loader may prefetch what needs a right: for anybody else the call would be rejected. */
export function mayPrefetch(queries: Api["queries"], right: Right): boolean {
  const account = queries.accounts.me.getData()
  return account != null && !account.missingFactor && hasRight(account.role, right)
}
