import { expect, test } from "vitest"
import { line } from "#server/contract/field-kinds.ts"
import { findDifferences } from "./differences.ts"
import { fieldTree } from "./field-tree.ts"
import { group, list } from "./fields.ts"

const tree = fieldTree(
  group("Page", {
    title: line("Titre", 80),
    photos: list("Photos", group("Photo", { caption: line("Légende", 80) }), 10),
  }),
)

function page(title: string, ...captions: string[]) {
  return { title, photos: captions.map((caption) => ({ caption })) }
}

function changes(before: object, after: object) {
  return findDifferences(tree, before, after).map(({ path, before, after }) => [path, before, after])
}

test("equal contents have no difference", () => {
  expect(changes(page("A", "x"), page("A", "x"))).toEqual([])
})

test("a changed field is named by its labels", () => {
  const [found] = findDifferences(tree, page("A", "x", "y"), page("A", "x", "z"))
  expect(found).toMatchObject({ path: "photos.1.caption", labels: ["Photos", "Photo 2", "Légende"] })
})

test("an entry that was inserted or removed is the only difference", () => {
  expect(changes(page("A", "x", "y"), page("A", "new", "x", "y"))).toEqual([["photos.0.caption", "", "new"]])
  expect(changes(page("A", "x", "y", "z"), page("A", "x", "z"))).toEqual([["photos.1.caption", "y", ""]])
  expect(changes(page("A", "x"), page("A"))).toEqual([["photos.0.caption", "x", ""]])
})

test("of entries that changed places, those between are compared", () => {
  const found = changes(page("A", "x", "y", "z", "end"), page("A", "z", "y", "x", "end"))
  expect(found.map(([path]) => path)).toEqual(["photos.0.caption", "photos.2.caption"])
})
