import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textOf } from "#client/testing/text-of.ts"

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

test("each fixed project's card leads to its page, with what its content says, and from there to a quote for one like it", async () => {
  const { user } = await openScreen("/construction")
  await user.click(await screen.findByRole("link", { name: "Décoration intérieure d’une maison" }))
  await screen.findByRole("heading", { level: 1, name: "Décoration intérieure d’une maison" })
  expect(location.pathname).toBe("/realisations/decoration-interieure-d-une-maison")
  const main = within(screen.getByRole("main"))
  expect(textOf(main.getByRole("region", { name: "En bref" }))).toMatch(
    /Lieu ?Limete, Kinshasa ?Secteur ?Construction ?Année ?2024 ?Statut ?Terminé$/,
  )
  expect(main.getByText(/^Le salon, la cuisine et la chambre/)).toBeDefined()
  expect(main.getAllByRole("button", { name: /^Agrandir/ })).toHaveLength(3)
  await user.click(main.getByRole("link", { name: "Demander un devis pour un projet semblable" }))
  const message = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Message" })
  await waitFor(() => expect(message.value).toContain("«\u00a0Décoration intérieure d’une maison\u00a0»"))
})
