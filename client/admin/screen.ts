import type { Api } from "#client/api.ts"

/** A screen's name in the browser's tab. */
export function adminHead(title: string) {
  return { meta: [{ title: `${title} – Administration` }] }
}

/** Whether a screen's figures may be asked for ahead: another account would only be refused. */
export function isAdmin(api: Api["queries"]): boolean {
  return api.accounts.me.getData()?.role === "admin"
}
