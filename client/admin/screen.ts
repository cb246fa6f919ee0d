import type { Api } from "#client/api.ts"

export function adminHead(title: string) {
  return { meta: [{ title: `${title} – Administration` }] }
}

/** Whether a loader may prefetch: for anybody else the calls would be rejected. */
export function hasOffice(api: Api["queries"]): boolean {
  const account = api.accounts.me.getData()
  return account != null && !account.missingFactor && account.role !== "user"
}
