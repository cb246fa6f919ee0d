import { expect, test } from "vitest"
import type { FieldNode } from "#server/contract/content/field-tree.ts"
import { CONTENT_SLUGS, contentTree } from "#server/contract/content/pages.ts"
import { contentEditor, contentList } from "./texts.ts"

test("each page with content is reached from « Gestion du site »", () => {
  expect(contentList.groups.flatMap(({ pages }) => pages).sort()).toEqual([...CONTENT_SLUGS].sort())
})

/** Returns the labels of the entries of all lists beneath a field. */
function entriesOf({ kind, fields = [], entry }: FieldNode): string[] {
  const own = kind === "list" && entry ? [entry.label] : []
  return [...own, ...(entry ? entriesOf(entry) : []), ...fields.flatMap(([, field]) => entriesOf(field))]
}

test("each kind of entry is added by its name, with its article", () => {
  const entries = new Set(CONTENT_SLUGS.flatMap((slug) => entriesOf(contentTree(slug))))
  expect([...entries].map(contentEditor.list.add).sort()).toEqual([
    "Ajouter un chiffre",
    "Ajouter un e-mail",
    "Ajouter un jour",
    "Ajouter un modèle",
    "Ajouter un paragraphe",
    "Ajouter un partenaire",
    "Ajouter un point",
    "Ajouter un service",
    "Ajouter un témoignage",
    "Ajouter une carte",
    "Ajouter une colonne",
    "Ajouter une page",
    "Ajouter une photo",
    "Ajouter une réalisation",
    "Ajouter une étape",
  ])
})
