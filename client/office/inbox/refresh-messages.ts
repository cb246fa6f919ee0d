import type { Api } from "#client/app/api.ts"

/** Fetches the messages and their figures again, wherever they are shown. */
export function refreshMessages({ messages, stats }: Api["queries"]) {
  return Promise.all([messages.invalidate(), stats.invalidate()])
}
