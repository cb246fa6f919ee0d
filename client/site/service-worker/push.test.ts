import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { PushPayload } from "#server/contract/push.ts"
import { openNotified, type PushScope, renewSubscription, showPush } from "./push.ts"

beforeEach(() => void vi.stubGlobal("location", { origin: "https://www.lisanga.example" }))
afterEach(() => void vi.unstubAllGlobals())

const payload: PushPayload = {
  title: "Nouvelle demande",
  body: "Amina Kabongo · Construction · LIS-7K3M-26",
  path: "/admin/messages/7",
  tag: "demande-7",
}

function createScope(open: { url: string; focus?: () => unknown }[] = []) {
  const showNotification = vi.fn<PushScope["registration"]["showNotification"]>(async () => {})
  const openWindow = vi.fn<PushScope["clients"]["openWindow"]>(async () => {})
  return {
    showNotification,
    openWindow,
    scope: { registration: { showNotification }, clients: { matchAll: async () => open, openWindow } },
  }
}

test("a push message is shown, with the request that a click opens", async () => {
  const { scope, showNotification } = createScope()
  await showPush(scope, { json: () => payload })
  expect(showNotification).toHaveBeenCalledWith("Nouvelle demande", {
    body: payload.body,
    tag: "demande-7",
    icon: "/icon-192.png",
    lang: "fr",
    renotify: true,
    data: { path: "/admin/messages/7" },
  })
})

test.each([
  ["without content", null],
  [
    "that is not understood",
    {
      json() {
        throw new SyntaxError("no JSON")
      },
    },
  ],
])("a push message %s shows all the same that something has come", async (_, data) => {
  const { scope, showNotification } = createScope()
  await showPush(scope, data)
  expect(showNotification.mock.calls[0]).toMatchObject(["Nouvelle demande", { data: { path: "/admin/messages" } }])
})

test("a click shows the window that has the request open", async () => {
  const focus = vi.fn()
  const { scope, openWindow } = createScope([
    { url: `${location.origin}/admin/messages` },
    { url: `${location.origin}/admin/messages/7`, focus },
  ])
  await openNotified(scope, { data: { path: "/admin/messages/7" } })
  expect(focus).toHaveBeenCalledOnce()
  expect(openWindow).not.toHaveBeenCalled()
})

test("a click opens the request beside what somebody may be typing elsewhere", async () => {
  const focus = vi.fn()
  const { scope, openWindow } = createScope([{ url: `${location.origin}/admin/messages/6`, focus }])
  await openNotified(scope, { data: { path: "/admin/messages/7" } })
  expect(focus).not.toHaveBeenCalled()
  expect(openWindow).toHaveBeenCalledWith(`${location.origin}/admin/messages/7`)
})

test("a device that gets another address tells the server", async () => {
  const calls: [string, unknown][] = []
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => void calls.push([path, JSON.parse(body)]))
  const renewed = { toJSON: () => ({ endpoint: "https://push.exemple.cd/b", keys: { p256dh: "Bc-_=", auth: "Qw==" } }) }
  const subscribe = vi.fn(async () => renewed as unknown as PushSubscription)
  const former = { options: { userVisibleOnly: true } } as PushSubscription
  const device = { endpoint: "https://push.exemple.cd/b", publicKey: "Bc-_", authSecret: "Qw" }
  const scope = { registration: { pushManager: { subscribe } } }
  await renewSubscription(scope, { oldSubscription: former })
  expect(subscribe).toHaveBeenCalledWith(former.options)
  await renewSubscription(scope, { newSubscription: renewed as unknown as PushSubscription, oldSubscription: former })
  expect(subscribe).toHaveBeenCalledOnce()
  expect(calls).toEqual([
    ["/trpc/accounts.addDevice", device],
    ["/trpc/accounts.addDevice", device],
  ])
})
