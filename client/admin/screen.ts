import type { Api } from "#client/api.ts"

export function adminHead(title: string) {
  return { meta: [{ title: `${title} – Administration` }] }
}

/** Whether a loader may prefetch: for any other role the calls would be rejected. */
export function isAdmin(api: Api["queries"]): boolean {
  return api.accounts.me.getData()?.role === "admin"
}
