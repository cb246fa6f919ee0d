import { fireEvent, screen, waitFor, within } from "@testing-library/dom"
import { expect, test, vi } from "vitest"
import { openScreen } from "#client/testing/open-screen.tsx"
import type { Sector } from "#server/contract/sectors.ts"
import { createTestProject } from "#server/testing/fixtures.ts"

/** Opens the page of a sector with one project, whose pictures have these names. */
async function openCarousel(names: string[], { sector = "Transport" as Sector, path = "/transport" } = {}) {
  const images = names.map((name) => ({ name: `${name}.jpg`, alt: `Photo ${name}` }))
  const opened = await openScreen(path, {
    fill: ({ db }) => createTestProject(db, { name: "Camion frigorifique", sector, images }),
  })
  const heading = await screen.findByRole("heading", { name: "Camion frigorifique" })
  const card = within(heading.closest("li") ?? heading)
  return {
    ...opened,
    card,
    alts: () => card.queryAllByRole("img", { hidden: true }).map((image) => image.getAttribute("alt")),
    position: () => card.queryByText(/^\d+ \/ \d+$/)?.textContent,
    previous: () => card.getByRole("button", { name: "Précédent" }),
    next: () => card.getByRole("button", { name: "Suivant" }),
    /** Waits until the carousel holds these pictures, the first of which is shown. */
    holds: (...alts: string[]) =>
      waitFor(() => {
        const found = card.queryAllByRole("img", { hidden: true }).map((image) => image.getAttribute("alt"))
        expect(found).toEqual(alts)
      }),
    /** The picture with that alternative text fails to load. */
    fail: async (alt: string) => {
      fireEvent.error(card.getByAltText(alt))
      await waitFor(() => expect(card.queryByAltText(alt)).toBeNull())
    },
  }
}

test("arrows turn the pictures round at both ends, and the position follows", async () => {
  const { user, alts, position, previous, next } = await openCarousel(["a", "b", "c"])
  expect([alts()[0], position()]).toEqual(["Photo a", "1 / 3"])
  await user.click(next())
  expect([alts()[0], position()]).toEqual(["Photo b", "2 / 3"])
  await user.click(previous())
  expect([alts()[0], position()]).toEqual(["Photo a", "1 / 3"])
  await user.click(previous())
  expect([alts()[0], position()]).toEqual(["Photo c", "3 / 3"])
  await user.click(next())
  expect([alts()[0], position()]).toEqual(["Photo a", "1 / 3"])
})

test("Enter and Space turn them too, and the button keeps the focus", async () => {
  const { user, position, next } = await openCarousel(["a", "b", "c"])
  next().focus()
  await user.keyboard("{Enter}")
  expect(position()).toBe("2 / 3")
  await user.keyboard(" ")
  expect(position()).toBe("3 / 3")
  expect(document.activeElement).toBe(next())
})

test("a single picture has neither arrows nor a position", async () => {
  const { card, alts, position } = await openCarousel(["a"])
  expect(alts()).toEqual(["Photo a"])
  expect(position()).toBeUndefined()
  expect(card.queryByRole("button", { name: /Précédent|Suivant/ })).toBeNull()
})

test("a project without pictures says « Image non disponible »", async () => {
  const { card, alts } = await openCarousel([])
  card.getByText("Image non disponible")
  expect(alts()).toEqual([])
})

test("the next picture is loaded once the pointer or the focus comes near", async () => {
  const { user, alts, holds, card, next } = await openCarousel(["a", "b", "c"])
  expect(alts()).toEqual(["Photo a"])
  await user.hover(card.getByAltText("Photo a"))
  await holds("Photo a", "Photo b")
  await user.click(next())
  await holds("Photo b", "Photo c")
})

test("when the browser is to save data no picture is loaded before the first turn", async () => {
  Object.defineProperty(navigator, "connection", { configurable: true, value: { saveData: true } })
  const { user, alts, card, next } = await openCarousel(["a", "b", "c"])
  await user.hover(card.getByAltText("Photo a"))
  next().focus()
  // By the next key whatever the focus has changed is drawn.
  await user.keyboard("{Shift}")
  expect(alts()).toEqual(["Photo a"])
  await user.click(next())
  expect(alts()).toEqual(["Photo b", "Photo c"])
  Reflect.deleteProperty(navigator, "connection")
})

test("a next picture that does not load is skipped and not counted", async () => {
  const { user, alts, position, card, next, holds, fail } = await openCarousel(["a", "absente", "c"])
  await user.hover(card.getByAltText("Photo a"))
  await holds("Photo a", "Photo absente")
  await fail("Photo absente")
  expect(position()).toBe("1 / 2")
  await user.click(next())
  expect([alts()[0], position()]).toEqual(["Photo c", "2 / 2"])
  await user.click(next())
  expect(alts()[0]).toBe("Photo a")
})

test("a picture that does not load on the way back is skipped in that direction", async () => {
  const { user, alts, position, previous, fail } = await openCarousel(["a", "b", "absente"])
  await user.click(previous())
  await fail("Photo absente")
  expect([alts()[0], position()]).toEqual(["Photo b", "2 / 2"])
})

test("a first picture that does not load gives way to the next, which may be the only one left", async () => {
  const { alts, position, card, fail } = await openCarousel(["absente", "b"])
  await fail("Photo absente")
  expect(alts()).toEqual(["Photo b"])
  expect(position()).toBeUndefined()
  expect(card.queryByRole("button", { name: /Précédent|Suivant/ })).toBeNull()
})

test("« Image non disponible » stands where no picture loads", async () => {
  const { alts, card, fail } = await openCarousel(["absente-1", "absente-2"])
  await fail("Photo absente-1")
  await fail("Photo absente-2")
  card.getByText("Image non disponible")
  expect(alts()).toEqual([])
})

test("on the élevage page the placeholder stands there, with one line in the console", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {})
  const { card, fail } = await openCarousel(["absente-1", "absente-2"], { sector: "Élevage", path: "/elevage" })
  await fail("Photo absente-1")
  await fail("Photo absente-2")
  await waitFor(() => expect(card.getByRole("img").getAttribute("src")).toBe("/api/placeholder.jpg"))
  expect(card.queryByText("Image non disponible")).toBeNull()
  expect(logged.mock.calls).toEqual([[expect.stringContaining("Camion frigorifique")]])
})

test("pictures that failed before the application arrived give way to the placeholder too", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {})
  // Such a picture is complete without a size, and fires no other event.
  vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(true)
  vi.spyOn(HTMLImageElement.prototype, "currentSrc", "get").mockImplementation(function (this: HTMLImageElement) {
    return this.src.includes("absente") ? this.src : ""
  })
  const { card } = await openCarousel(["absente-1", "absente-2"], { sector: "Élevage", path: "/elevage" })
  await waitFor(() => expect(card.getByRole("img").getAttribute("src")).toBe("/api/placeholder.jpg"))
  expect(logged.mock.calls).toEqual([[expect.stringContaining("Camion frigorifique")]])
})
