import { fireEvent, screen, waitFor } from "@testing-library/dom"
import { expect, onTestFinished, test, vi } from "vitest"

const page = document.documentElement

/** What a page has for those who read it without the application. */
const html = `<main>
  <a href="/transport">Transport</a>
  <button type="button" popovertarget="menu">Ouvrir le menu</button>
  <button type="button">Ajouter des photos</button>
  <button type="button" data-action="next">Suivant</button>
  <button role="switch">Économiser les données</button>
  <form><input aria-label="Prénom"><button type="submit">Envoyer</button></form>
  <img src="/uploads/absente.jpg" alt="Un pont">
</main>`

const modules = ["/assets/entry.js", "/assets/libraries.js", "/page-data/construction"]

interface Opened {
  path?: string
  /** Attributes of <html>. */
  marks?: string[]
}

/** Counts the pages, since each runs the script and the application anew. */
let opened = 0

/** Opens a page with its inline script alone, and an application that only marks the page. */
async function openPage({ path = "/construction", marks = [] }: Opened = {}) {
  opened += 1
  history.replaceState(null, "", path)
  document.body.innerHTML = html
  const attributes = ["data-script", ...marks]
  for (const name of attributes) page.setAttribute(name, "")
  const [entry = "", libraries = "", queries = ""] = modules
  const script = document.createElement("script")
  Object.assign(script.dataset, {
    app: `data:text/javascript,globalThis.document.documentElement.dataset.started=${opened}`,
    modules: `${entry} ${libraries}`,
    queries,
  })
  Object.defineProperty(document, "currentScript", { configurable: true, value: script })
  const fetched: string[] = []
  const answers: (() => Promise<Response>)[] = []
  vi.stubGlobal("fetch", (url: string) => {
    fetched.push(url)
    return (answers[0] ?? (async () => new Response("[]")))()
  })
  const closing = new AbortController()
  const listen = globalThis.addEventListener
  vi.stubGlobal("addEventListener", (type: string, listener: EventListener, capture: boolean) =>
    listen.call(window, type, listener, { capture, signal: closing.signal }),
  )
  await import(/* @vite-ignore */ `../app/hydration-loader.ts?page=${opened}`)
  onTestFinished(() => {
    closing.abort()
    Reflect.deleteProperty(document, "currentScript")
    for (const { name } of [...page.attributes]) if (name.startsWith("data-")) page.removeAttribute(name)
    document.head.replaceChildren()
    document.body.replaceChildren()
    history.replaceState(null, "", "/")
  })
  return { fetched, answers }
}

const adding = () => screen.getByRole("button", { name: "Ajouter des photos" })
const next = () => screen.getByRole("button", { name: "Suivant" })
const menu = () => screen.getByRole("button", { name: "Ouvrir le menu" })
const link = () => screen.getByRole("link", { name: "Transport" })
const field = () => screen.getByRole("textbox", { name: "Prénom" })
const dataSaver = () => screen.getByRole("switch", { name: "Économiser les données" })

function keep(key: string) {
  localStorage.setItem(key, "{}")
  onTestFinished(() => localStorage.removeItem(key))
}

const mouse = { pointerType: "mouse" }
const touch = { pointerType: "touch" }

/** What another tab does to the storage, of which the browser tells this one. */
const store = (key: string | null) => fireEvent(window, new StorageEvent("storage", { key }))

const uses: [string, () => unknown][] = [
  ["a focused field", () => field().focus()],
  ["the mouse over a control", () => fireEvent.pointerOver(adding(), mouse)],
  ["a pressed control", () => fireEvent.pointerDown(adding(), mouse)],
  ["a click on a control", () => fireEvent.click(adding())],
  ["a click on a field", () => fireEvent.click(field())],
  ["the Tab key", () => fireEvent.keyDown(document.body, { key: "Tab" })],
  ["the key that leads to the notifications", () => fireEvent.keyDown(document.body, { key: "F8" })],
  ["a log-in in another tab", () => store("token")],
  ["a storage that another tab has cleared", () => store(null)],
]

test.each(uses)("%s fetches the page's modules and data, once", async (_what, use) => {
  const { fetched } = await openPage()
  expect(fetched).toEqual([])
  use()
  use()
  expect(fetched.sort()).toEqual([...modules].sort())
})

test.each<[string, () => unknown]>([
  ["scrolling by keys", () => ["PageDown", "End", " "].map((key) => fireEvent.keyDown(document.body, { key }))],
  ["a finger that touches a control to scroll", () => fireEvent.pointerDown(adding(), touch)],
  ["a finger that passes over a control", () => fireEvent.pointerOver(adding(), touch)],
  ["the menu", () => [fireEvent.pointerOver(menu(), mouse), fireEvent.click(menu())]],
  ["what turns pictures", () => [fireEvent.pointerOver(next(), mouse), fireEvent.click(next())]],
  ["a picture that does not load", () => fireEvent.error(screen.getByRole("img", { name: "Un pont" }))],
  ["the data saver", () => [fireEvent.pointerOver(dataSaver(), mouse), fireEvent.click(dataSaver())]],
  ["what another tab stores of a form", () => store("contact")],
])("%s fetches nothing", async (_what, use) => {
  const { fetched } = await openPage()
  use()
  expect(fetched).toEqual([])
})

test("a menu that the browser cannot open by itself needs the application", async () => {
  const { fetched } = await openPage()
  const { showPopover } = HTMLElement.prototype
  Reflect.deleteProperty(HTMLElement.prototype, "showPopover")
  onTestFinished(() => void Object.assign(HTMLElement.prototype, { showPopover }))
  fireEvent.click(menu())
  expect(fetched).toHaveLength(modules.length)
})

test.each<[string, Opened & { draft?: string }]>([
  ["a screen of the office", { path: "/admin/dashboard" }],
  ["a page of somebody who is logged in", { marks: ["data-session"] }],
  ["a form of which something was kept", { path: "/contact", draft: "contact:1" }],
])("%s fetches the application at once", async (_what, { draft, ...opened }) => {
  if (draft) keep(draft)
  const { fetched } = await openPage(opened)
  expect(fetched).toHaveLength(modules.length)
})

test("what was kept of a form is of no use to another page", async () => {
  keep("contact:1")
  const { fetched } = await openPage({ path: "/transport" })
  expect(fetched).toEqual([])
})

test("clicks on controls wait for the application, which they show, each once, while fields and submit buttons work without it", async () => {
  await openPage()
  const clicked: string[] = []
  screen.getByRole("main").addEventListener("click", (event) => {
    clicked.push((event.target as Element).localName)
    event.preventDefault()
  })
  fireEvent.click(adding())
  fireEvent.click(field())
  fireEvent.click(screen.getByRole("button", { name: "Envoyer" }))
  expect(clicked).toEqual(["input", "button"])
  expect(adding().ariaBusy).toBe("true")
  fireEvent(window, new Event("hydrated"))
  expect(adding().ariaBusy).toBeNull()
  expect(clicked).toEqual(["input", "button", "button"])
  fireEvent.click(adding())
  expect(clicked).toHaveLength(4)
})

test("who pressed a control is told that the application did not arrive, and the next press fetches it again", async () => {
  const { fetched, answers } = await openPage()
  const told = vi.spyOn(window, "alert").mockImplementation(() => {})
  answers.push(async () => new Response("", { status: 502 }))
  fireEvent.pointerOver(adding(), mouse)
  await waitFor(() => expect(page.hasAttribute("data-failed")).toBe(true))
  expect(told.mock.calls).toEqual([])
  fireEvent.click(adding())
  expect(page.hasAttribute("data-failed")).toBe(false)
  await waitFor(() => expect(page.hasAttribute("data-failed")).toBe(true))
  expect(told.mock.calls).toEqual([["La connexion s’est interrompue. Réessayez, ou rechargez la page."]])
  answers.pop()
  fetched.length = 0
  fireEvent.click(adding())
  await waitFor(() => expect(page.hasAttribute("data-started")).toBe(true))
  expect(fetched.sort()).toEqual([...modules].sort())
  expect(page.hasAttribute("data-failed")).toBe(false)
  expect(told.mock.calls).toHaveLength(1)
})

const prefetched = () =>
  Array.from(document.head.querySelectorAll<HTMLLinkElement>("link[rel=prefetch]"), ({ href }) => href)

test("a page under the pointer is prefetched once, and its own page never", async () => {
  await openPage()
  for (let round = 0; round < 2; round += 1) fireEvent.pointerOver(link(), mouse)
  expect(prefetched()).toEqual(["http://localhost/transport"])
  link().setAttribute("href", "/construction")
  fireEvent.pointerOver(link(), mouse)
  expect(prefetched()).toHaveLength(1)
})

test.each<[string, Opened & { saveData?: boolean }]>([
  ["under Save-Data", { saveData: true }],
  ["with the data saver on", { marks: ["data-saver"] }],
])("%s no page is prefetched", async (_what, { saveData, ...opened }) => {
  Object.defineProperty(navigator, "connection", { configurable: true, value: { saveData } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, "connection"))
  await openPage(opened)
  fireEvent.pointerOver(link(), mouse)
  expect(prefetched()).toEqual([])
})

test("a finger on a link prefetches nothing", async () => {
  await openPage()
  fireEvent.pointerOver(link(), touch)
  expect(prefetched()).toEqual([])
})

test("a browser that cannot run the application never fetches it", async () => {
  page.removeAttribute("data-script")
  const { fetched } = await openPage()
  expect(fetched).toEqual([])
})

test("where storage is refused, the form's page waits for its first use as well", async () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage") ?? {}
  const refuse = () => {
    throw new DOMException("The operation is insecure.", "SecurityError")
  }
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get: refuse })
  onTestFinished(() => void Object.defineProperty(globalThis, "localStorage", before))
  const { fetched } = await openPage({ path: "/contact" })
  expect(fetched).toEqual([])
  field().focus()
  expect(fetched).toHaveLength(modules.length)
})
