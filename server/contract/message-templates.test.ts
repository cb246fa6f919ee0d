import { expect, test } from "vitest"
import { parametres } from "#server/content/published/defaults/parametres.ts"
import { fillTemplate } from "./message-templates.ts"

const values = { prenom: "Amina", nom: "Kabongo", reference: "LIS-7K3M-26", secteur: "Élevage" }

test("placeholders are replaced wherever they stand, with accents and capitals too", () => {
  const text = "Bonjour {prenom} {NOM}, {Prénom} : {reference}, {référence} ({secteur})."
  expect(fillTemplate(text, values)).toBe("Bonjour Amina Kabongo, Amina : LIS-7K3M-26, LIS-7K3M-26 (Élevage).")
})

test("other braces stay, and values are not filled in turn", () => {
  expect(fillTemplate("{ prenom } {prix} {} $& {nom", { ...values })).toBe("{ prenom } {prix} {} $& {nom")
  expect(fillTemplate("{prenom}", { ...values, prenom: "{nom} $&" })).toBe("{nom} $&")
})

test("the templates to begin with know all their placeholders", () => {
  for (const { text } of parametres.messages.templates) expect(fillTemplate(text, values)).not.toMatch(/[{}]/)
})
