import { findSubscription } from "#client/app/push.ts"
import { pushDevice, withoutPadding } from "#client/app/push-device.ts"
import { SERVICE_WORKER_PATH } from "#server/contract/offline.ts"
import type { NewPushDevice } from "#server/contract/push.ts"

/** Why this browser gets no push messages, or what it can do about them. */
type PushSupport = "insecure" | "ios" | "unsupported" | "denied" | "possible"

export function pushSupport(): PushSupport {
  if (!isSecureContext) return "insecure"
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window))
    return isIos() ? "ios" : "unsupported"
  return Notification.permission === "denied" ? "denied" : "possible"
}

/** An iPad calls itself a Mac, which has no touch screen. */
function isIos(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}

/** Returns the hash by which the server's list names this browser, or null while it is not subscribed. */
export async function findOwnHash(): Promise<string | null> {
  const subscription = await findSubscription()
  if (!subscription) return null
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** Asks the person first; returns undefined where they refuse. */
export async function subscribe(publicKey: string): Promise<NewPushDevice | undefined> {
  if ((await Notification.requestPermission()) !== "granted") return undefined
  await navigator.serviceWorker.register(SERVICE_WORKER_PATH)
  const { pushManager } = await navigator.serviceWorker.ready
  // A browser keeps a subscription with the former keys of a site that has got others.
  const former = await pushManager.getSubscription()
  if (former && !hasKey(former, publicKey)) await former.unsubscribe()
  return pushDevice(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
}

function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey
  if (!key) return false
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return withoutPadding(text.replaceAll("+", "-").replaceAll("/", "_")) === publicKey
}
