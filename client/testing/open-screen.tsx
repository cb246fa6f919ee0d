import { RouterProvider } from "@tanstack/react-router"
import userEvent from "@testing-library/user-event"
import { createRoot } from "react-dom/client"
import { onTestFinished, vi } from "vitest"
import { browserLink } from "#client/app/api.ts"
import { watchPage } from "#client/app/page-events.ts"
import { createAppRouter } from "#client/app/router.tsx"
import type { RouterContext } from "#client/app/router-context.ts"
import { clearToken, storeToken } from "#client/app/session.ts"
import { createSession } from "#server/accounts/sessions.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTestAccount } from "#server/testing/test-account.ts"
import { connect } from "./network.ts"

type Site = Awaited<ReturnType<typeof startApp>>

interface Given extends NonNullable<Parameters<typeof startApp>[0]> {
  /** The role of who is signed in; without one, it is a visitor. */
  as?: Role
  /** Fills the site before the screen opens. */
  fill?: (site: Site) => unknown
  /** What the server tells the page that answers a form sent without JavaScript. */
  answer?: Pick<RouterContext, "rejection" | "receipt">
}

/**
 * Opens a screen as the browser does: the real router on the real app, which is linked in the same process. What a
 * test does not close ends with it.
 */
export async function openScreen(path: string, { as: role, fill, answer, ...given }: Given = {}) {
  const site = await startApp(given)
  const client = createCookieClient(site)
  const network = connect(client)
  let close = () => {}
  onTestFinished(async () => {
    closeToast()
    close()
    // Calls that wait for others of their batch are still this test's, and so is what the page stores after an answer.
    await network.idle()
    await clearDevice()
    await site[Symbol.asyncDispose]()
  })
  await fill?.(site)
  const account = role && (await signIn(role))

  /** Signs this browser in as a new account of the role. */
  async function signIn(role: Role) {
    const account = await createTestAccount(site.db, { role })
    const session = await inTransaction(site.db, (trx) => createSession(trx, account.id, { now: site.now }))
    client.cookies.set("session", session)
    storeToken("session")
    return account
  }

  /** Opens an address anew, as the address bar or a reload does. */
  function open(address: string, answer: Given["answer"] = {}) {
    close()
    history.replaceState(null, "", address)
    const { router, queryClient } = createAppRouter({ link: browserLink(), origin: location.origin, ...answer })
    const closing = new AbortController()
    watchPage({ router, queryClient }, closing)
    const root = createRoot(document)
    // As in production, without what StrictMode does twice in development.
    root.render(<RouterProvider router={router} />)
    close = () => {
      closing.abort()
      root.unmount()
      queryClient.clear()
    }
    return router
  }

  open(path, answer)
  // Each key and click takes effect before the next one.
  const user = userEvent.setup({ delay: null })
  return { site, client, network, user, account, signIn, open, reload: () => open(location.href) }
}

/** Closes a toast, which outlives its screen. */
function closeToast() {
  document.querySelector<HTMLElement>("[data-notices] button")?.click()
}

/** Leaves the device as a new one, with nothing stored. */
async function clearDevice() {
  clearToken()
  localStorage.clear()
  sessionStorage.clear()
  await deleteDatabases()
  // A page that was closed in the middle of several steps opens its database once more.
  while ((await afterTurn(indexedDB.databases)).length > 0) await deleteDatabases()
}

async function afterTurn<Result>(then: () => Promise<Result>): Promise<Result> {
  await new Promise((resolve) => setTimeout(resolve, 5))
  return then.call(indexedDB)
}

async function deleteDatabases() {
  await Promise.all((await indexedDB.databases()).map(({ name = "" }) => deleteDatabase(name)))
}

function deleteDatabase(name: string): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers()
  Object.assign(indexedDB.deleteDatabase(name), { onsuccess: resolve, onerror: resolve, onblocked: resolve })
  return promise
}

/** From now on, time passes for pages only by `passTime`, and by itself as slowly as real time. */
export function fakeTime() {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
  })
  onTestFinished(() => void vi.useRealTimers())
}

/** Lets time pass at once, after `fakeTime`. */
export async function passTime(ms: number) {
  await vi.advanceTimersByTimeAsync(ms)
}
