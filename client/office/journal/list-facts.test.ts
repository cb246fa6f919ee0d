import { expect, test } from "vitest"
import { listFacts } from "./list-facts.ts"

test("what changed is named in French, with both values", () => {
  const before = { name: "École", pin: null, shared: false, publishedAt: null }
  const after = { name: "Lycée", pin: 2, shared: true, publishedAt: "2026-03-02T13:05:00.000Z" }
  expect(listFacts({ before, after }).changes).toEqual([
    { label: "Nom", before: "École", after: "Lycée" },
    { label: "Place en tête du secteur", before: "", after: "2" },
    { label: "Partagée", before: "non", after: "oui" },
    { label: "Publié le", before: "", after: "2 mars 2026 à 14:05" },
  ])
})

test("what was created or deleted has one side", () => {
  const facts = [{ label: "Statut", value: "En cours" }]
  expect(listFacts({ after: { status: "En cours", address: "" } })).toEqual({ changes: [], facts })
  expect(listFacts({ before: { status: "En cours" } })).toEqual({ changes: [], facts })
})

test("states and roles have the names that people know", () => {
  const [{ before, after } = {}] = listFacts({ before: { state: "new" }, after: { state: "trashed" } }).changes
  expect([before, after]).toEqual(["Nouveau", "Dans la corbeille"])
  expect(listFacts({ after: { role: "agent" } }).facts).toEqual([{ label: "Rôle", value: "Chargé de clientèle" }])
})

test("rights of a token are a line each", () => {
  expect(listFacts({ after: { rights: ["stats.read", "audit.read"] } }).facts).toEqual([
    { label: "Droits", value: "Lire les statistiques\nExporter le journal" },
  ])
})

test("pictures are a line each", () => {
  const before = { images: [{ name: "a.jpg", alt: "Vue" }] }
  const after = {
    images: [
      { name: "a.jpg", alt: "Vue" },
      { name: "b.jpg", alt: null },
    ],
  }
  expect(listFacts({ before, after }).changes).toEqual([
    { label: "Images", before: "a.jpg – Vue", after: "a.jpg – Vue\nb.jpg" },
  ])
})

test("fields of a page keep their own names", () => {
  const changes = [{ field: "Accueil › Titre", before: "Bâtir", after: "Construire" }]
  expect(listFacts({ page: "accueil", changes })).toEqual({
    changes: [{ label: "Accueil › Titre", before: "Bâtir", after: "Construire" }],
    facts: [],
  })
})

test("other facts are listed, a date that is no change too, and empty ones left out", () => {
  const details = { count: 3, before: "2024-06-14T23:00:00.000Z", references: [], photos: 0 }
  expect(listFacts(details)).toEqual({
    changes: [],
    facts: [
      { label: "Nombre", value: "3" },
      { label: "Photos", value: "0" },
      { label: "Antérieures au", value: "15 juin 2024 à 00:00" },
    ],
  })
})

test.each([
  ["an unknown name", { __proto__x: 1 }],
  ["a list in place of changes' records", { changes: [1, null, "x", {}] }],
  ["lists in place of records", { before: [1], after: [2] }],
  ["deep values", { after: { params: { search: "école", columns: ["date"] } } }],
])("%s does not break the list", (_, details) => {
  expect(() => listFacts(details)).not.toThrow()
})
