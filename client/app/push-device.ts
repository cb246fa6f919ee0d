import type { NewPushDevice } from "#server/contract/push.ts"

/** Returns what the server has to know of a subscription, in its own encoding. */
export function pushDevice(subscription: PushSubscription): NewPushDevice {
  const { endpoint = "", keys } = subscription.toJSON()
  return { endpoint, publicKey: withoutPadding(keys?.p256dh), authSecret: withoutPadding(keys?.auth) }
}

export function withoutPadding(text = ""): string {
  return text.replace(/=+$/, "")
}
