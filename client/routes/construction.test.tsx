import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { openScreen } from "#client/testing/open-screen.tsx"

test("each of the seven fixed projects has a carousel of its pictures", async () => {
  const { user } = await openScreen("/construction")
  const list = within(await screen.findByRole("region", { name: "Nos Réalisations" }))
  const cards = list.getAllByRole("heading", { level: 3 }).map((heading) => within(heading.closest("li") ?? heading))
  expect(cards).toHaveLength(7)
  for (const card of cards) {
    const first = card.getByRole("img", { hidden: true }).getAttribute("alt")
    const position = () => card.getByText(/^\d \/ \d$/).textContent
    expect(position()).toMatch(/^1 \/ [23]$/)
    await user.click(card.getByRole("button", { name: "Suivant" }))
    await waitFor(() => expect(position()).toMatch(/^2 \/ [23]$/))
    expect(card.getAllByRole("img", { hidden: true })[0]?.getAttribute("alt")).not.toBe(first)
  }
})
