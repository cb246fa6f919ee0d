import "fake-indexeddb/auto"
import { Blob as NodeBlob, File as NodeFile } from "node:buffer"
import { configure } from "@testing-library/dom"
import { installPopovers } from "#client/app/popover-fallback.ts"
import { listenToReading } from "#client/app/reading-controls.ts"

// This file gives jsdom what it lacks of the platform and what screens use.

const dialog = HTMLDialogElement.prototype

/** Modal dialogs, the last one in front, with what had the focus before. */
const modals = new Map<HTMLDialogElement, Element | null>()

const focusable =
  "a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]"

dialog.showModal = function () {
  if (this.open && modals.has(this)) return
  if (this.open) throw new DOMException("The dialog is open and not modal", "InvalidStateError")
  modals.set(this, document.activeElement)
  for (const popover of document.querySelectorAll<HTMLElement>("[popover][open]"))
    if (!popover.contains(this)) popover.hidePopover()
  this.open = true
  const first = this.querySelector<HTMLElement>("[autofocus]") ?? this.querySelector<HTMLElement>(focusable)
  if (first) first.focus()
  else this.focus()
}

dialog.close = function () {
  if (!this.open) return
  this.open = false
  const before = modals.get(this)
  modals.delete(this)
  if (before instanceof HTMLElement) before.focus()
  const focused = document.activeElement
  if (focused instanceof HTMLElement && this.contains(focused)) focused.blur()
  queueMicrotask(() => this.dispatchEvent(new Event("close")))
}

addEventListener("keydown", (event) => {
  for (const element of modals.keys()) if (!element.isConnected) modals.delete(element)
  const top = [...modals.keys()].at(-1)
  if (event.key !== "Escape" || event.defaultPrevented || !top) return
  if (top.dispatchEvent(new Event("cancel", { cancelable: true }))) top.close()
})

installPopovers()
// The hydration loader does it on pages.
listenToReading()

// The DOM's own style sheet hides every popover, which base.css shows by the attribute `open`.
const { showPopover, hidePopover } = HTMLElement.prototype

HTMLElement.prototype.showPopover = function (...options) {
  showPopover.apply(this, options)
  this.style.display = "block"
}

HTMLElement.prototype.hidePopover = function () {
  hidePopover.call(this)
  this.style.removeProperty("display")
}

const { focus } = HTMLElement.prototype

// What is hidden or inert cannot have the focus.
HTMLElement.prototype.focus = function (options) {
  if (!this.closest("[inert], [popover]:not([open]), details:not([open]) > :not(summary)")) focus.call(this, options)
}

globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.IntersectionObserver = class {
  root = null
  rootMargin = ""
  scrollMargin = ""
  thresholds = []
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords = () => []
}

// Screens ask only for reduced motion, which tests prefer as browser tests do.
globalThis.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: media.includes("prefers-reduced-motion"),
    onchange: null,
    addListener() {},
    removeListener() {},
  })

// Nothing is laid out, but charts are drawn only where they have a size.
for (const side of ["clientWidth", "clientHeight"])
  Object.defineProperty(HTMLDivElement.prototype, side, { configurable: true, get: () => 600 })

globalThis.scrollTo = () => {}
globalThis.scrollBy = () => {}
Element.prototype.scrollIntoView = () => {}
Element.prototype.scrollTo = () => {}
HTMLElement.prototype.setPointerCapture = () => {}
globalThis.CSS ??= { escape: (text: string) => text.replace(/[^\w-]/g, "\\$&") } as typeof CSS

const { createElement } = Document.prototype

// React complains about elements that a browser does not know.
Document.prototype.createElement = function (this: Document, name: string, options?: ElementCreationOptions) {
  const element: HTMLElement = createElement.call(this, name, options)
  if (name === "search") Object.defineProperty(element, Symbol.toStringTag, { value: "HTMLElement" })
  return element
}

// React waits for style sheets, which jsdom does not load.
new MutationObserver((records) => {
  for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
    if (node instanceof HTMLLinkElement && /stylesheet|preload/.test(node.rel)) node.dispatchEvent(new Event("load"))
}).observe(document, { childList: true, subtree: true })

// A form has its controls as properties, too (HTML §4.10.3).
const namedControls = new Proxy(HTMLElement.prototype, {
  get(prototype, name, form: HTMLFormElement) {
    const value: unknown = Reflect.get(prototype, name, form)
    if (value !== undefined || typeof name !== "string" || form === HTMLFormElement.prototype) return value
    return form.elements.namedItem(name) ?? undefined
  },
})
Object.setPrototypeOf(HTMLFormElement.prototype, namedControls)

// http://localhost is a secure context.
globalThis.isSecureContext = true

// The app runs in this process too, and it needs Node's own files, forms and requests.
const DomFormData = FormData
const { constructor: NodeFormData } = await new Response(new URLSearchParams().toString(), {
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
}).formData()
globalThis.FormData = class extends (NodeFormData as typeof FormData) {
  constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
    super()
    if (form)
      for (const [name, value] of new DomFormData(form, submitter))
        if (typeof value === "string") this.append(name, value)
  }
}
Object.assign(globalThis, { File: NodeFile, Blob: NodeBlob, Request: Object.getPrototypeOf(Request) })

const held = new Map<string, Promise<unknown>>()

// Web Locks, which have one queue for each name; the page has them until it is closed.
Object.defineProperty(navigator, "locks", {
  value: {
    request<Result>(name: string, ...given: [work: () => Promise<Result>] | [object, work: () => Promise<Result>]) {
      const work = given[given.length - 1] as () => Promise<Result>
      const done = (held.get(name) ?? Promise.resolve()).then(work)
      held.set(
        name,
        done.catch(() => undefined),
      )
      return done
    },
  },
})

// Without a canvas no picture can be decoded, and screens send what they cannot decode as it is.
globalThis.createImageBitmap = async () => {
  throw new DOMException("The source image could not be decoded.", "InvalidStateError")
}

let files = 0
URL.createObjectURL = () => `blob:${location.origin}/${++files}`
URL.revokeObjectURL = () => {}

configure({
  // A list of all elements would hide the reason.
  getElementError: (message) =>
    Object.assign(new Error(message?.slice(0, 500)), { name: "TestingLibraryElementError" }),
  // Two busy cores may be late; a screen that is right is found at once.
  asyncUtilTimeout: 10_000,
})
