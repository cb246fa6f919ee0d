import { pushDevice } from "#client/app/push-device.ts"
import type { PushPayload } from "#server/contract/push.ts"

/** The used part of the worker's global scope. */
export interface PushScope {
  readonly registration: {
    showNotification(title: string, options: NotificationOptions & { renotify: boolean }): Promise<void>
  }
  readonly clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<{ url: string; focus?(): unknown }[]>
    openWindow(url: string): Promise<unknown>
  }
}

/** Browsers end the subscription of a site that shows nothing, even of a message that it does not understand. */
const unknown: PushPayload = { title: "Nouvelle demande", body: "", path: "/admin/messages", tag: "demandes" }

/** What a browser tells when it gives a device another address. */
export interface ChangedSubscription {
  readonly newSubscription?: PushSubscription | null
  readonly oldSubscription?: PushSubscription | null
}

/** Tells the server the new address of this device, if somebody is logged in; the former one ends by itself. */
export async function renewSubscription(
  { registration: { pushManager } }: { registration: { readonly pushManager: Pick<PushManager, "subscribe"> } },
  { newSubscription, oldSubscription }: ChangedSubscription,
): Promise<void> {
  if (!newSubscription && !oldSubscription) return
  const device = pushDevice(newSubscription ?? (await pushManager.subscribe(oldSubscription?.options)))
  const headers = { "Content-Type": "application/json" }
  await fetch("/trpc/accounts.addDevice", { method: "POST", headers, body: JSON.stringify(device) })
}

export function showPush({ registration }: PushScope, data: { json(): unknown } | null): Promise<void> {
  const { title, body, tag, path } = readPayload(data)
  const icon = "/icon-192.png"
  return registration.showNotification(title, { body, tag, icon, lang: "fr", renotify: true, data: { path } })
}

function readPayload(data: { json(): unknown } | null): PushPayload {
  try {
    return { ...unknown, ...(data?.json() as PushPayload) }
  } catch {
    return unknown
  }
}

/** Shows the window that has the request open, or opens another one, since others may hold what somebody types. */
export async function openNotified(
  { clients }: PushScope,
  { data }: { data: { path?: string } | null },
): Promise<void> {
  const { href } = new URL(data?.path ?? unknown.path, location.origin)
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true })
  const open = pages.find(({ url }) => url === href)
  await (open?.focus ? open.focus() : clients.openWindow(href))
}
