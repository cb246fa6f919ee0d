import { expect, test } from "vitest"
import { defaultContent } from "./defaults.ts"

/** The texts that the specification quotes, by the page that must contain them. */
const quoted = {
  accueil: ["Excellence Multi-Sectorielle", "Confiance", "Excellence", "Durabilité"],
  construction: ["Nos Maquettes", "Nos Réalisations", "En cours", "Terminé"],
  agriculture: ["Projets agricoles"],
  elevage: ["Projets d'élevage"],
  transport: ["Projets de transport"],
  "ventes-materiaux": ["Vente de Matériaux", "Demander un devis"],
  immobilier: ["Immobilier", "Nous contacter"],
  "a-propos": ["À Propos de {nom}"],
  contact: ["Contactez-Nous", "Demande de Devis"],
  entreprise: ["2+"],
} as const

test.each(Object.entries(quoted))("the default of %s holds the specification's texts", (page, texts) => {
  const content = JSON.stringify(defaultContent[page as keyof typeof quoted]).replaceAll("’", "'")
  expect(texts.filter((text) => !content.includes(`"${text}"`))).toEqual([])
})

test("the defaults have the numbers of entries that the specification gives", () => {
  const [, , maquettes, realisations] = defaultContent.construction.sections
  expect(maquettes.photos.map(({ caption }) => caption)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Maquette ${n}`))
  expect(realisations.fixed).toHaveLength(7)
  expect(Object.values(defaultContent.accueil.sectors.cards).map(({ services }) => services.length)).toEqual(
    Array(6).fill(4),
  )
  expect(defaultContent["ventes-materiaux"].sections[1].photos).toHaveLength(3)
  expect(defaultContent.accueil.story.values).toHaveLength(3)
  expect(defaultContent.entreprise.facts.founded).toBe(2023)
})
