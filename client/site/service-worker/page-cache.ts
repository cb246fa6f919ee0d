import { CONTACT_PATH, OFFLINE_PATH, REQUESTS_PATH } from "#server/contract/offline.ts"
import { type CacheName, cacheNameOf, isCacheable } from "./cacheable.ts"

/** The build replaces this text, so that each build has its own caches. */
const BUILD = "BUILD_ID"

/** The most entries of each cache; the number of a build's assets is limited by itself. */
const LIMITS: Record<CacheName, number> = { pages: 60, pictures: 100, assets: Number.POSITIVE_INFINITY }

function nameOf(name: CacheName): string {
  return `${name}-${BUILD}`
}

export async function deleteOtherBuilds(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !name.endsWith(`-${BUILD}`)).map((name) => caches.delete(name)))
}

let isRemoved = false

/** Deletes all caches, and prevents later responses from being cached. */
export async function deleteAll(): Promise<void> {
  isRemoved = true
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
}

/** Finds a cached response and ignores Vary, since the worker does not see all headers that it names. */
export function findCached(name: CacheName, request: RequestInfo): Promise<Response | undefined> {
  return caches.match(request, { cacheName: nameOf(name), ignoreVary: true })
}

/** Finds a cached page; the contact form fills in by its script what its query asks for. */
export async function findCachedPage(request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url)
  return (await findCached("pages", request)) ?? (pathname === CONTACT_PATH ? findCached("pages", pathname) : undefined)
}

/** Caches a response; if storage is full or forbidden, the page is only missing offline. */
export async function addToCache(name: CacheName, request: RequestInfo, response: Response): Promise<void> {
  if (isRemoved) return
  try {
    const cache = await caches.open(nameOf(name))
    await cache.put(request, response)
    const oldest = (await cache.keys()).slice(0, -LIMITS[name]).filter(({ url }) => !isOfForm(new URL(url)))
    await Promise.all(oldest.map((key) => cache.delete(key)))
  } catch {}
}

const FORM_PAGES = [CONTACT_PATH, REQUESTS_PATH]

/** The form stays, however much is read after it. */
function isOfForm({ pathname, search }: URL): boolean {
  return FORM_PAGES.some((page) => (pathname === page && !search) || pathname === `/page-data${page}`)
}

/** Fetches and caches a page or resource, unless it is cached already. */
export async function cacheUrl(url: string, options: RequestInit = {}): Promise<void> {
  const { origin, pathname } = new URL(url)
  const name = origin === location.origin ? cacheNameOf(pathname) : undefined
  if (!name || (await findCached(name, url))) return
  const response = await fetch(url, options)
  if (isCacheable(response)) await addToCache(name, url, response)
}

/** Caches an open page with its style sheet and font. */
export async function cachePage(url: string): Promise<void> {
  const { pathname } = new URL(url)
  if (cacheNameOf(pathname) !== "pages") return
  await cacheUrl(url)
  const html = await (await findCached("pages", url))?.text()
  if (html) await cacheFiles(html)
}

async function cacheFiles(html: string): Promise<void> {
  const files = [...html.matchAll(/(?:href|src)="(\/(?:assets|brand)\/[^"]+)"/g)].map(([, path = ""]) => path)
  await Promise.all(files.map((path) => cacheUrl(new URL(path, location.origin).href)))
}

/** Caches the offline page and its files. Throws if it cannot be fetched; returns false if there is none any more. */
export async function cacheOfflinePage(): Promise<boolean> {
  const response = await fetch(OFFLINE_PATH)
  if (response.status === 404) return false
  if (!isCacheable(response)) throw new Error(`Status ${response.status}`)
  await cacheFiles(await response.clone().text())
  await (await caches.open(nameOf("assets"))).put(OFFLINE_PATH, response)
  return true
}

/** Caches the contact form and the page with this device's requests, each last, after all that it needs to work. */
export async function cacheFormPages(): Promise<void> {
  for (const path of FORM_PAGES) if (!(await findCached("pages", path))) await cacheWithScript(path)
}

/** Fetches after whatever the open page needs, since a slow line may have little room. */
async function cacheWithScript(page: string): Promise<void> {
  const response = await fetch(page, LATER)
  if (!isCacheable(response)) return
  const html = await response.clone().text()
  const files = html.match(/\/(?:assets|brand|page-data)\/[^"\s\\]+/g) ?? []
  // One after the other, for the same reason.
  for (const path of files) await cacheUrl(new URL(path.replaceAll("&amp;", "&"), location.origin).href, LATER)
  for (const script of files.filter((path) => path.endsWith(".js"))) {
    const [icons] = (await (await findCached("assets", script))?.text())?.match(ICONS) ?? []
    if (icons) await cacheUrl(location.origin + icons, LATER)
  }
  for (const script of files.filter((path) => path.startsWith("/assets/contact")))
    await cacheImports(script, ANY_IMPORT)
  await addToCache("pages", page, response)
}

const ANY_IMPORT = /\.\/([\w.$-]+\.js)/g
/** The icons of what the application draws. */
const ICONS = /\/assets\/icons[\w.$-]+\.json/
const STATIC_IMPORT = /(?:from|import)\s*["'`]\.\/([\w.$-]+\.js)/g

/** Caches what a script of the form imports once somebody uses it, and what that needs at once. */
async function cacheImports(script: string, pattern: RegExp, done = new Set([script])): Promise<void> {
  const text = await (await findCached("assets", script))?.text()
  for (const [, name] of text?.matchAll(pattern) ?? []) {
    const imported = `/assets/${name}`
    if (done.has(imported)) continue
    done.add(imported)
    await cacheUrl(location.origin + imported, LATER)
    await cacheImports(imported, STATIC_IMPORT, done)
  }
}

const LATER = { priority: "low" } as const

export async function offlinePage(): Promise<Response> {
  return (await findCached("assets", OFFLINE_PATH)) ?? Response.error()
}
