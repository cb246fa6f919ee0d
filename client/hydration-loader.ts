/**
 * Stands in the head of every page until the application itself is wanted: a visit that only reads never fetches it.
 * It comes at the first sign that a control will be used, or when a picture fails to load; what was pressed before it
 * is there is kept, and happens then. Links, the menu and forms work by themselves.
 */
const { app = "", preloads = "" } = document.currentScript?.dataset ?? {}
const page = document.documentElement
const pressed: HTMLElement[] = []
const prefetched = new Set<string>()
let alive = false
let failed = false

// Screens drawn by the application alone; whoever holds a token, which it must check; a log-in in another window.
if (location.pathname.startsWith("/admin") || "session" in page.dataset) start()
on("storage", start)
// Once the first screen is drawn, pictures further down may come, unless data is saved.
on("load", ({ target }) => {
  if (target === document && !savesData()) setTimeout(() => page.setAttribute("data-loaded", ""), 300)
})
on("error", ({ target }) => target instanceof HTMLImageElement && start())

on("pointerover", (event) => {
  if (isTouch(event)) return
  if (control(event)) start()
  else prefetch(event.target)
})
on("pointerdown", (event) => !isTouch(event) && control(event) && start())
on("focusin", (event) => control(event) && start())
on("keydown", (event) => {
  if (event instanceof KeyboardEvent && /^(Tab|F8)$/.test(event.key)) start()
})
on("click", (event) => {
  const wanted = control(event)
  if (!wanted || alive) return
  // What a browser could not import once it does not ask for again: the page itself is asked for.
  if (failed && navigator.onLine) return location.reload()
  start()
  // Fields and the buttons that send forms need nobody's help.
  if (!wanted.matches('button[type="button"]')) return
  event.preventDefault()
  event.stopPropagation()
  pressed.push(wanted)
})

on("alive", () => {
  alive = true
  page.removeAttribute("data-starting")
  for (const control of pressed.splice(0)) control.click()
})

function start() {
  if (page.dataset.starting !== undefined || alive || failed) return
  page.dataset.starting = ""
  for (const href of preloads.split(" ")) hint("modulepreload", href)
  import(/* @vite-ignore */ app).catch(() => {
    failed = true
    page.removeAttribute("data-starting")
    page.dataset.failed = ""
  })
}

/** A finger may only want to scroll: what it is about shows when it leaves the screen. */
function isTouch(event: Event) {
  return event instanceof PointerEvent && event.pointerType === "touch"
}

/** What needs the application to do something; a button that opens a popover does not. */
function control({ target }: Event) {
  return target instanceof Element
    ? target.closest<HTMLElement>("button:not([popovertarget]),input,select,textarea")
    : null
}

/** The page that a pointer is about to open. */
function prefetch(target: EventTarget | null) {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
  if (!link || alive || savesData() || link.pathname === location.pathname || prefetched.has(link.href)) return
  prefetched.add(link.href)
  hint("prefetch", link.href)
}

function savesData() {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData
}

function hint(rel: string, href: string) {
  if (href) document.head.append(Object.assign(document.createElement("link"), { rel, href }))
}

function on(type: string, react: (event: Event) => void) {
  addEventListener(type, react, true)
}
