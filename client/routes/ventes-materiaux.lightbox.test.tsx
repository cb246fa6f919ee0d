import { screen, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { openScreen } from "#client/testing/open-screen.tsx"

async function openGallery() {
  const opened = await openScreen("/ventes-materiaux")
  const pictures = await screen.findAllByRole("button", { name: /^Agrandir : \S/ })
  const [first, second, third] = pictures
  if (!first || !second || !third) throw new Error("The gallery has three photos")
  const altOf = (picture: HTMLElement) => within(picture).getByRole("img", { hidden: true }).getAttribute("alt")
  const dialog = () => screen.getByRole("dialog")
  return {
    ...opened,
    pictures: [first, second, third] as const,
    altOf,
    dialog,
    isOpen: () => screen.queryByRole("dialog") !== null,
    shown: () => within(dialog()).getByRole("img").getAttribute("alt"),
    position: () => within(dialog()).getByText(/^\d+ \/ \d+$/).textContent,
    button: (name: string) => within(dialog()).getByRole("button", { name }),
  }
}

test("each of the three pictures is a button that names what it enlarges", async () => {
  const { pictures, altOf, isOpen } = await openGallery()
  for (const picture of pictures) expect(picture.getAttribute("aria-label")).toBe(`Agrandir : ${altOf(picture)}`)
  expect(isOpen()).toBe(false)
})

test("a click opens the picture, and a click on it does not close it", async () => {
  const { user, pictures, altOf, dialog, isOpen, shown, position } = await openGallery()
  await user.click(pictures[1])
  expect([shown(), position()]).toEqual([altOf(pictures[1]), "2 / 3"])
  await user.click(within(dialog()).getByRole("img"))
  expect(isOpen()).toBe(true)
})

test("buttons turn the pictures round at both ends", async () => {
  const { user, pictures, altOf, shown, position, button } = await openGallery()
  await user.click(pictures[0])
  await user.click(button("Photo précédente"))
  expect([shown(), position()]).toEqual([altOf(pictures[2]), "3 / 3"])
  await user.click(button("Photo suivante"))
  expect([shown(), position()]).toEqual([altOf(pictures[0]), "1 / 3"])
  await user.click(button("Photo suivante"))
  expect([shown(), position()]).toEqual([altOf(pictures[1]), "2 / 3"])
})

test("arrow keys turn them too", async () => {
  const { user, pictures, position } = await openGallery()
  await user.click(pictures[0])
  await user.keyboard("{ArrowLeft}")
  expect(position()).toBe("3 / 3")
  await user.keyboard("{ArrowRight}")
  expect(position()).toBe("1 / 3")
})

test.each(["Escape", "Fermer", "outside"])(
  "it closes by %s, and the picture that was opened has the focus again",
  async (way) => {
    const { user, pictures, dialog, isOpen, button, position } = await openGallery()
    await user.click(pictures[1])
    if (way === "Escape") await user.keyboard("{Escape}")
    else await user.click(way === "outside" ? dialog() : button("Fermer"))
    expect(isOpen()).toBe(false)
    expect(document.activeElement).toBe(pictures[1])
    await user.keyboard("{Enter}")
    expect(position()).toBe("2 / 3")
  },
)
