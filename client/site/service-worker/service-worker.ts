import { deleteExpired } from "#client/site/contact/contact-database.ts"
import { sendRequests as sendContactRequests } from "#client/site/contact/send-requests.ts"
import { SERVICE_WORKER_PATH, SYNC_TAG } from "#server/contract/offline.ts"
import { type CacheName, cacheNameOf, hasOfflinePage, isCacheable } from "./cacheable.ts"
import {
  addToCache,
  cacheFormPages,
  cacheOfflinePage,
  cachePage,
  cacheUrl,
  deleteAll,
  deleteOtherBuilds,
  findCached,
  findCachedPage,
  offlinePage,
} from "./page-cache.ts"
import { type ChangedSubscription, openNotified, type PushScope, renewSubscription, showPush } from "./push.ts"

/**
 * Shows visited public pages when there is no network, sends contact requests that wait, and shows colleagues what is
 * pushed to them. Pages come from the network whenever it answers, so that a changed site shows at once
 * (docs/decisions/0027-service-worker.md).
 */
const worker = self as unknown as WorkerScope

/** After this time without a response, the cached one is shown. */
const NETWORK_TIMEOUT_MS = 5000

worker.addEventListener("install", (event) => event.waitUntil(cacheOfflinePage().then(() => worker.skipWaiting())))

worker.addEventListener("activate", (event) => event.waitUntil(activate()))

/** The messages contain the URLs of a page and its resources. */
worker.addEventListener("message", (event) => {
  if (Array.isArray(event.data))
    event.waitUntil(Promise.allSettled([...event.data.map((url) => cacheUrl(url)), cacheFormPages()]))
})

worker.addEventListener("sync", (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(sendRequests())
})

worker.addEventListener("push", (event) => event.waitUntil(showPush(worker, event.data)))

worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewSubscription(worker, event)))

worker.addEventListener("notificationclick", (event) => {
  event.notification.close()
  event.waitUntil(openNotified(worker, event.notification))
})

worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== "GET" || origin !== location.origin) return
  const name = cacheNameOf(pathname)
  if (name === "assets") event.respondWith(cacheFirst(event))
  else if (name) event.respondWith(networkFirst(event, name))
  else if (mode === "navigate" && hasOfflinePage(pathname)) event.respondWith(fetch(event.request).catch(offlinePage))
})

/** Keeps also the pages that are open already, which came before the worker did. */
async function activate() {
  await deleteOtherBuilds()
  await worker.clients.claim()
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true })
  await Promise.allSettled(pages.map(({ url }) => cachePage(url)))
}

/** Prefers the cache, since the name of an asset contains a hash of its content. */
async function cacheFirst(event: FetchEvent): Promise<Response> {
  return (await findCached("assets", event.request)) ?? fetchAndCache(event, "assets")
}

/** Prefers the network, for pictures too, since the data saver changes the responses; the HTTP cache still answers. */
async function networkFirst(event: FetchEvent, name: CacheName): Promise<Response> {
  const { request } = event
  const fetched = fetchAndCache(event, name)
  const inTime = await Promise.race([fetched.catch(() => undefined), pause(NETWORK_TIMEOUT_MS)])
  if (inTime) {
    if (request.mode === "navigate") event.waitUntil(updateOnce())
    return inTime
  }
  const cached = await (name === "pages" ? findCachedPage(request) : findCached(name, request))
  return cached ?? fetched.catch(() => (request.mode === "navigate" ? offlinePage() : Response.error()))
}

async function fetchAndCache(event: FetchEvent, name: CacheName): Promise<Response> {
  const response = await fetch(event.request)
  if (isCacheable(response)) event.waitUntil(addToCache(name, event.request, response.clone()))
  return response
}

let updated: Promise<void> | undefined

/**
 * Updates, keeps the form before its first use, and deletes what visitors have left here long ago, once in the life of
 * each worker process. Activation would keep the open page waiting for it.
 */
function updateOnce(): Promise<void> {
  updated ??= Promise.allSettled([update().then(cacheFormPages), deleteExpired()]).then(() => undefined)
  return updated
}

/** Refreshes the offline page and its telephone numbers, or unregisters the worker if the site has none any more. */
async function update() {
  const { status } = await fetch(SERVICE_WORKER_PATH, { method: "HEAD", cache: "no-cache" })
  const isRemoved = status === 404 || !(await cacheOfflinePage())
  if (!isRemoved) return
  await worker.registration.unregister()
  await deleteAll()
}

/** Rejects if requests still wait, so that the browser tries again later. */
async function sendRequests() {
  const waiting = await sendContactRequests((...request) => fetch(...request))
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true })
  for (const page of pages) page.postMessage(SYNC_TAG)
  if (waiting > 0) throw new Error(`${waiting} requests wait`)
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** The used part of the worker's global scope, since TypeScript's types of workers exclude those of pages. */
interface WorkerScope {
  readonly registration: PushScope["registration"] & {
    readonly pushManager: PushManager
    unregister(): Promise<boolean>
  }
  readonly clients: Omit<PushScope["clients"], "matchAll"> & {
    claim(): Promise<void>
    matchAll(options: {
      type: "window"
      includeUncontrolled: boolean
    }): Promise<{ url: string; focus?(): unknown; postMessage(data: unknown): void }[]>
  }
  skipWaiting(): Promise<void>
  addEventListener<Type extends keyof WorkerEvents>(type: Type, listener: (event: WorkerEvents[Type]) => void): void
}

interface WorkerEvents {
  install: ExtendableEvent
  activate: ExtendableEvent
  fetch: FetchEvent
  message: ExtendableEvent & { readonly data: unknown }
  push: ExtendableEvent & { readonly data: { json(): unknown } | null }
  pushsubscriptionchange: ExtendableEvent & ChangedSubscription
  notificationclick: ExtendableEvent & {
    readonly notification: { readonly data: { path?: string } | null; close(): void }
  }
  sync: ExtendableEvent & { readonly tag: string }
}

interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}
