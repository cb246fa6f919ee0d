import type { Account } from "#server/contract/accounts.ts"
import type { startApp } from "./start-app.ts"
import { TEST_PASSWORD } from "./test-account.ts"

/** Creates an HTTP client of the app that stores cookies, as a browser does. */
export function createCookieClient(
  app: Pick<Awaited<ReturnType<typeof startApp>>, "request">,
  headers: HeadersInit = {},
) {
  const cookies = new Map<string, string>()

  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const sent = new Headers({
      ...Object.fromEntries(new Headers(headers)),
      ...Object.fromEntries(new Headers(init.headers)),
    })
    const isSent = cookies.size > 0 && init.credentials !== "omit"
    if (isSent) sent.set("Cookie", Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; "))
    const response = await app.request(path, { ...init, headers: sent })
    for (const line of response.headers.getSetCookie()) storeCookie(line)
    return response
  }

  function storeCookie(line: string) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/; Max-Age=0(;|$)/.test(line)) cookies.delete(name)
    else cookies.set(name, value)
  }

  function postJson(path: string, sent?: unknown): Promise<Response> {
    // A call without input has no body.
    const body = sent === undefined ? "" : JSON.stringify(sent)
    const headers = { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(body)) }
    return request(path, { method: "POST", headers, body })
  }

  return {
    cookies,
    request,
    postJson,
    signIn: ({ email }: { email: string }, password = TEST_PASSWORD) => postJson("/api/login", { email, password }),
    signOut: () => request("/api/logout", { method: "POST" }),
    /** Returns the account that this client is signed in to. */
    async me(): Promise<Account | null> {
      const response = await request("/trpc/accounts.me")
      const { result } = (await response.json()) as { result: { data: Account | null } }
      return result.data
    },
  }
}
