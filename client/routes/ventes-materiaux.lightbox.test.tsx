import { screen, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { openScreen } from "#client/testing/open-screen.tsx"

async function openGallery() {
  const opened = await openScreen("/ventes-materiaux")
  const photos = await screen.findAllByRole("button", { name: /^Agrandir : \S/ })
  const [first, second, third] = photos
  if (!first || !second || !third) throw new Error("The gallery has three photos")
  const altOf = (photo: HTMLElement) => within(photo).getByRole("img", { hidden: true }).getAttribute("alt")
  const dialog = () => screen.getByRole("dialog")
  return {
    ...opened,
    photos: [first, second, third] as const,
    altOf,
    dialog,
    isOpen: () => screen.queryByRole("dialog") !== null,
    shown: () => within(dialog()).getByRole("img").getAttribute("alt"),
    position: () => within(dialog()).getByText(/^\d+ \/ \d+$/).textContent,
    button: (name: string) => within(dialog()).getByRole("button", { name }),
  }
}

test("each of the three photos is a button that names what it enlarges", async () => {
  const { photos, altOf, isOpen } = await openGallery()
  for (const photo of photos) expect(photo.getAttribute("aria-label")).toBe(`Agrandir : ${altOf(photo)}`)
  expect(isOpen()).toBe(false)
})

test("a click opens the photo, and a click on it does not close it", async () => {
  const { user, photos, altOf, dialog, isOpen, shown, position } = await openGallery()
  await user.click(photos[1])
  expect([shown(), position()]).toEqual([altOf(photos[1]), "2 / 3"])
  await user.click(within(dialog()).getByRole("img"))
  expect(isOpen()).toBe(true)
})

test("buttons turn the photos round at both ends", async () => {
  const { user, photos, altOf, shown, position, button } = await openGallery()
  await user.click(photos[0])
  await user.click(button("Photo précédente"))
  expect([shown(), position()]).toEqual([altOf(photos[2]), "3 / 3"])
  await user.click(button("Photo suivante"))
  expect([shown(), position()]).toEqual([altOf(photos[0]), "1 / 3"])
  await user.click(button("Photo suivante"))
  expect([shown(), position()]).toEqual([altOf(photos[1]), "2 / 3"])
})

test("arrow keys turn them too", async () => {
  const { user, photos, position } = await openGallery()
  await user.click(photos[0])
  await user.keyboard("{ArrowLeft}")
  expect(position()).toBe("3 / 3")
  await user.keyboard("{ArrowRight}")
  expect(position()).toBe("1 / 3")
})

test.each(["Escape", "Fermer", "outside"])(
  "it closes by %s, and the photo that was opened has the focus again",
  async (way) => {
    const { user, photos, dialog, isOpen, button, position } = await openGallery()
    await user.click(photos[1])
    if (way === "Escape") await user.keyboard("{Escape}")
    else await user.click(way === "outside" ? dialog() : button("Fermer"))
    expect(isOpen()).toBe(false)
    expect(document.activeElement).toBe(photos[1])
    await user.keyboard("{Enter}")
    expect(position()).toBe("2 / 3")
  },
)
