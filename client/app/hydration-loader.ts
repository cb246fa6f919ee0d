import {
  ACTION,
  APP_URL,
  DATA_URL,
  FAILED,
  HAS_SCRIPT,
  HAS_SESSION,
  HYDRATED,
  LOADED,
  MODULE_URLS,
  PAGE_DATA,
  POSTED,
  SESSION_TOKEN,
  STARTING,
  WAITING_KEPT,
} from "./document-state.ts"
import { listenToReading, on, savesData } from "./reading-controls.ts"
import { startFailed } from "./start-failed-texts.ts"

/**
 * The inline script of every page. It fetches the application at the first sign that a control will be used that needs
 * it, so that a visit that only reads never fetches it. Clicks that need it are queued until then. Links, the menu,
 * forms and what stands beside pictures work without it.
 */
const page = document.documentElement
const {
  [APP_URL]: app = "",
  [DATA_URL]: dataUrl,
  [MODULE_URLS]: modules = "",
} = (document.currentScript as HTMLScriptElement).dataset
const { pathname } = location
const queuedClicks: HTMLElement[] = []
const prefetched = new Set<string>()
let hydrated = false

// Older browsers cannot run the application, and use the pages without it.
if (page.hasAttribute(HAS_SCRIPT)) listen()

function listen() {
  listenToReading()
  // Only the application renders admin screens, keeps a receipt, and can check the session that a token stands for.
  if (/^.(admin|contact.)/.test(pathname) || page.hasAttribute(HAS_SESSION) || hasKept()) start()
  // Another window may have logged in or out; without a key, it has cleared the storage.
  on("storage", ({ key }) => {
    if (!key || key === SESSION_TOKEN) start()
  })
  on("load", ({ target }) => {
    if (target === document && !savesData()) setTimeout(() => page.setAttribute(LOADED, ""), 300)
  })

  on("pointerover", (event) => {
    if (isTouch(event)) return
    if (findControl(event)) start()
    else prefetchLink(event.target)
  })
  for (const type of ["pointerdown", "focusin"] as const) {
    on(type, (event) => {
      if (!isTouch(event) && findControl(event)) start()
    })
  }
  on("keydown", ({ key }) => {
    if (key === "Tab" || key === "F8") start()
  })
  on("click", (event) => {
    const control = findControl(event)
    if (!control || hydrated) return
    start()
    // Fields and submit buttons work without the application.
    if (!control.matches('button[type="button"]')) return
    event.preventDefault()
    event.stopPropagation()
    queuedClicks.push(control)
    control.setAttribute("aria-busy", "true")
  })

  on("submit", ({ target }) => {
    if (!hydrated && target instanceof HTMLFormElement) target.setAttribute(POSTED, "")
  })

  on(HYDRATED, () => {
    hydrated = true
    page.removeAttribute(STARTING)
    for (const control of takeClicks()) control.click()
  })
}

/**
 * Fetches all modules before it imports them: browsers never try again to import a module that failed once, but take
 * one that was fetched from their cache.
 */
function start() {
  if (hydrated || page.hasAttribute(STARTING)) return
  page.removeAttribute(FAILED)
  page.setAttribute(STARTING, "")
  Promise.all([dataUrl && fetchText(dataUrl), ...modules.split(" ").map(fetchText)])
    .then(([data]) => {
      ;(window as { [PAGE_DATA]?: string | undefined })[PAGE_DATA] = data
      return import(/* @vite-ignore */ app)
    })
    .catch(() => {
      page.removeAttribute(STARTING)
      page.setAttribute(FAILED, "")
      if (takeClicks()[0]) alert(startFailed)
    })
}

function takeClicks() {
  for (const control of queuedClicks) control.removeAttribute("aria-busy")
  return queuedClicks.splice(0)
}

/** Reads each module to its end, since the browser would not cache it otherwise. */
async function fetchText(url: string) {
  const response = await fetch(url)
  if (!response.ok) throw response
  return response.text()
}

/** Whether the event is a touch, which may begin a scroll; a tap ends in a click. */
function isTouch(event: Event) {
  return (event as PointerEvent).pointerType === "touch"
}

/**
 * Returns the control that needs the application. Those of readers, a search, the data saver and, in most browsers,
 * popovers work without it.
 */
function findControl({ target }: Event) {
  const others = "showPopover" in page ? "[popovertarget]," : ""
  return target instanceof Element && !target.closest("search")
    ? target.closest<HTMLElement>(`button:not(${others}[role=switch],[${ACTION}]),input,select,textarea`)
    : null
}

/** Prefetches the page that a pointer is about to open. */
function prefetchLink(target: EventTarget | null) {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
  if (!link || hydrated || savesData() || link.pathname === pathname || prefetched.has(link.href)) return
  prefetched.add(link.href)
  document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href: link.href }))
}

/**
 * Whether the application has to show what this device keeps for the page, whose path begins the keys of that, or to
 * send what waits for the network.
 */
function hasKept() {
  try {
    return Object.keys(localStorage).some(
      (key) => key === WAITING_KEPT || (pathname !== "/" && `/${key}`.startsWith(pathname)),
    )
  } catch {
    return false
  }
}

declare global {
  interface WindowEventMap {
    [HYDRATED]: Event
  }
}
