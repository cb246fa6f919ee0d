import { createECDH } from "node:crypto"
import { screen, waitFor, within } from "@testing-library/dom"
import { expect, onTestFinished, test, vi } from "vitest"
import { openScreen } from "#client/testing/open-screen.tsx"
import { press } from "#client/testing/press.ts"
import { textOf } from "#client/testing/text-of.ts"

/** A browser with push messages, whose person answers its question as the test says. */
function fakePush(permission: NotificationPermission, answer: NotificationPermission = permission) {
  let subscription: object | null = null
  const ecdh = createECDH("prime256v1")
  const keys = { p256dh: ecdh.generateKeys().toString("base64url"), auth: Buffer.alloc(16, 1).toString("base64url") }
  const endpoint = "https://push.exemple.cd/appareil"
  const pushManager = {
    getSubscription: async () => subscription,
    async subscribe() {
      subscription = {
        endpoint,
        options: {},
        toJSON: () => ({ endpoint, keys }),
        async unsubscribe() {
          subscription = null
          return true
        },
      }
      return subscription
    },
  }
  const registration = { pushManager }
  const register = vi.fn(async () => registration)
  const notification = {
    permission,
    async requestPermission() {
      notification.permission = answer
      return answer
    },
  }
  const worker = { register, ready: Promise.resolve(registration), getRegistration: async () => registration }
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: worker })
  onTestFinished(() => void Reflect.deleteProperty(navigator, "serviceWorker"))
  vi.stubGlobal("isSecureContext", true)
  vi.stubGlobal("PushManager", class {})
  vi.stubGlobal("Notification", notification)
  onTestFinished(() => void vi.unstubAllGlobals())
  return { register, isSubscribed: () => subscription !== null }
}

async function openPanel() {
  const opened = await openScreen("/admin/account", { as: "agent" })
  const panel = within(await screen.findByRole("region", { name: "Notifications sur cet appareil" }))
  const devices = async () => (await opened.site.db.selectFrom("pushDevices").select("endpoint").execute()).length
  return { ...opened, panel, devices }
}

test("push messages are turned on and off in this browser, which the list names", async () => {
  const push = fakePush("default", "granted")
  const { user, panel, devices } = await openPanel()
  await press(user, () => panel.getByRole("button", { name: "Activer sur cet appareil" }))
  await panel.findByText("Les notifications sont activées sur cet appareil.")
  expect(push.register).toHaveBeenCalledWith("/sw.js")
  await waitFor(() => expect(textOf(panel.getByRole("listitem"))).toMatch(/cet appareil.*ajouté/))
  expect(await devices()).toBe(1)
  await press(user, () => panel.getByRole("button", { name: "Désactiver sur cet appareil" }))
  await panel.findByText("Les notifications sont désactivées sur cet appareil.")
  expect(push.isSubscribed()).toBe(false)
  expect(await devices()).toBe(0)
  await waitFor(() => expect(panel.queryByRole("listitem")).toBeNull())
})

test("who logs out is told nothing more on this device", async () => {
  const push = fakePush("granted")
  const { user, panel } = await openPanel()
  await press(user, () => panel.getByRole("button", { name: "Activer sur cet appareil" }))
  await panel.findByText("Les notifications sont activées sur cet appareil.")
  await user.click(screen.getByRole("button", { name: "Déconnexion" }))
  await waitFor(() => expect(push.isSubscribed()).toBe(false))
})

test("another device is removed from here", async () => {
  fakePush("granted")
  const { user, devices, site, account, reload } = await openPanel()
  await site.db
    .insertInto("pushDevices")
    .values({
      accountId: account?.id ?? 0,
      endpoint: "https://push.exemple.cd/autre",
      publicKey: "",
      authSecret: "",
      name: "Chrome sur Android",
      createdAt: new Date().toISOString(),
    })
    .execute()
  reload()
  await press(user, () => screen.getByRole("button", { name: /^Retirer.+Chrome sur Android$/ }))
  await screen.findByText("Chrome sur Android : plus de notifications.")
  expect(await devices()).toBe(0)
})

test("who refuses the browser's question is told how to allow it after all", async () => {
  fakePush("default", "denied")
  const { user, panel, devices } = await openPanel()
  await press(user, () => panel.getByRole("button", { name: "Activer sur cet appareil" }))
  await panel.findByText(/^Les notifications de ce site sont bloquées dans ce navigateur/)
  expect(panel.queryByRole("button")).toBeNull()
  expect(await devices()).toBe(0)
})

test.each([
  {
    what: "an iPhone's browser",
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)",
    text: /^Sur iPhone/,
  },
  { what: "another browser without them", userAgent: "Mozilla/5.0 (X11; Linux)", text: /^Ce navigateur ne sait pas/ },
])("$what says what to do", async ({ userAgent, text }) => {
  vi.stubGlobal("isSecureContext", true)
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent)
  onTestFinished(() => void vi.restoreAllMocks())
  const { panel } = await openPanel()
  await panel.findByText(text)
})

test("a page without https says that push messages need it", async () => {
  vi.stubGlobal("isSecureContext", false)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { panel } = await openPanel()
  await panel.findByText("Les notifications demandent une adresse sûre, en https.")
})
