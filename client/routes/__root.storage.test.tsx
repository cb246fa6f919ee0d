import { runInThisContext } from "node:vm"
import { screen } from "@testing-library/dom"
import { expect, onTestFinished, test, vi } from "vitest"
import { markSession } from "#client/app/session.ts"
import { addPictures, findField, findStored, findToast, send } from "#client/testing/contact-form.ts"
import { openScreen } from "#client/testing/open-screen.tsx"

/** Refuses every kind of storage, as browsers do with cookies turned off and in some private windows. */
function refuseStorage() {
  const refuse = () => {
    throw new DOMException("The operation is insecure.", "SecurityError")
  }
  for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name)
    Object.defineProperty(globalThis, name, { configurable: true, get: refuse })
    onTestFinished(() => void Object.defineProperty(globalThis, name, before ?? {}))
  }
  vi.spyOn(document, "cookie", "get").mockImplementation(refuse)
  vi.spyOn(navigator.locks, "request").mockImplementation(async () => refuse())
}

/** Lets storage be read, but takes nothing more, as on a full device. */
function fillStorage() {
  const refuse = () => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError")
  }
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse)
  vi.spyOn(indexedDB, "open").mockImplementation(refuse)
}

test.each([
  ["/", "Excellence Multi-Sectorielle"],
  ["/transport", "Transport"],
  ["/about", "À Propos de Groupe Lisanga"],
  ["/realisations", "Nos réalisations"],
  ["/contact", "Contactez-Nous"],
  ["/login", "Connexion"],
  ["/register", "Inscription"],
])("where storage is refused, %s works", async (path, heading) => {
  const { open } = await openScreen("/contact/merci")
  await screen.findByRole("heading", { level: 1 })
  refuseStorage()
  open(path)
  await screen.findByRole("heading", { level: 1, name: heading })
})

test.each([
  ["refused", refuseStorage],
  ["full", fillStorage],
])("where storage is %s, the contact form sends with its picture", async (_what, breakStorage) => {
  const { user, site, open } = await openScreen("/about")
  await screen.findByRole("heading", { level: 1 })
  breakStorage()
  open("/contact")
  await findField("firstName")
  await addPictures(user, "mur.jpg")
  await findStored("1 sur 1 envoyée")
  await send(user)
  await findToast("Message envoyé")
  expect(await site.db.selectFrom("messages").select("state").execute()).toHaveLength(1)
  expect(await site.db.selectFrom("messagePhotos").select("image").execute()).toHaveLength(1)
})

test("the head's script marks whoever has a token, and ends well where storage is refused", () => {
  onTestFinished(() => {
    window.onpageshow = null
    for (const storage of [localStorage, sessionStorage]) storage.clear()
    document.documentElement.removeAttribute("data-session")
  })
  const isMarked = () => document.documentElement.hasAttribute("data-session")
  for (const storage of [localStorage, sessionStorage]) {
    storage.setItem("token", "jeton")
    runInThisContext(markSession)
    expect(isMarked()).toBe(true)
    storage.clear()
    runInThisContext(markSession)
    expect(isMarked()).toBe(false)
  }
  refuseStorage()
  runInThisContext(markSession)
  expect(isMarked()).toBe(false)
})
