import { screen, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { openScreen } from "#client/testing/open-screen.tsx"

test("each of the seven fixed projects has a carousel of its pictures", async () => {
  await openScreen("/construction")
  const list = within(await screen.findByRole("region", { name: "Nos Réalisations" }))
  const cards = list.getAllByRole("heading", { level: 3 }).map((heading) => within(heading.closest("li") ?? heading))
  expect(cards).toHaveLength(7)
  for (const card of cards) {
    const alts = card.getAllByRole("img", { hidden: true }).map((image) => image.getAttribute("alt"))
    expect(new Set(alts).size).toBe(alts.length)
    expect(alts.length).toBeGreaterThan(1)
    card.getByText(`1 / ${alts.length}`)
    card.getByRole("button", { name: "Précédent" })
    card.getByRole("button", { name: "Suivant" })
  }
})
