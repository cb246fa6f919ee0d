import { fireEvent } from "@testing-library/dom"
import { expect, onTestFinished, test } from "vitest"

let loads = 0

/** Uses a form for the first time, in a browser with service workers, and returns what that registers and tells it. */
async function useForm() {
  const done: unknown[] = []
  const active = { postMessage: (message: string[]) => void done.push(message[0]) }
  const register = async (script: string) => void done.push(script)
  const worker = { register, ready: Promise.resolve({ active }) }
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: worker })
  onTestFinished(() => void Reflect.deleteProperty(navigator, "serviceWorker"))
  // The module looks for service workers when it is loaded.
  loads += 1
  const module = `../site/contact/service-worker-registration.ts?load=${loads}`
  const { registerAtFirstUse }: typeof import("#client/site/contact/service-worker-registration.ts") = await import(
    /* @vite-ignore */ module
  )
  const form = document.createElement("form")
  registerAtFirstUse(form)
  expect(done).toEqual([])
  for (const _ of [1, 2]) fireEvent.input(form)
  await new Promise((resolve) => setTimeout(resolve))
  return done
}

test("the first use of the form registers the service worker, which is told to keep this page", async () => {
  history.replaceState(null, "", "/contact")
  expect(await useForm()).toEqual(["/sw.js", "http://localhost/contact"])
})

test("whoever is logged in gets no service worker", async () => {
  document.documentElement.setAttribute("data-session", "")
  onTestFinished(() => document.documentElement.removeAttribute("data-session"))
  expect(await useForm()).toEqual([])
})
