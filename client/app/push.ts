/** Returns undefined in browsers without push messages, and where the address is not secure. */
export async function findSubscription(): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return registration?.pushManager?.getSubscription()
}

/** The server forgets the device once its push service says that it is gone. */
export async function unsubscribe(): Promise<void> {
  await (await findSubscription())?.unsubscribe()
}
