import { expect, test } from "vitest"
import {
  acceptFiles,
  isIdle,
  namedImages,
  type ProjectPicture,
  type ProjectPictures,
  storedPicture,
} from "./project-pictures.ts"

function stored(name: string, alt = "") {
  return { name, alt, width: 3, height: 2, colour: null, focus: null }
}

function openQueue(images: ReturnType<typeof stored>[], ...others: ProjectPicture[]): ProjectPictures {
  return { pictures: [...images.map(storedPicture), ...others], rejected: [], isPaused: false }
}

const waiting = { key: "1", fileName: "e.jpg", decorative: false, state: "waiting", progress: 0 } as const

test("the images of a project are stored pictures in their order", () => {
  const queue = openQueue([stored("a.jpg", "Le pont"), stored("b.jpg")])
  expect(queue.pictures).toMatchObject([
    { name: "a.jpg", alt: "Le pont", decorative: false, state: "stored" },
    { name: "b.jpg", alt: undefined, decorative: true, state: "stored" },
  ])
  expect(isIdle(queue)).toBe(true)
  expect(isIdle(openQueue([stored("a.jpg")], waiting))).toBe(false)
})

test("files that are no pictures, and those beyond twelve, are rejected by name", () => {
  const makeFile = (name: string, type = "image/jpeg") => new File(["x"], name, { type })
  const files = [
    makeFile("devis.pdf", "application/pdf"),
    makeFile("a.jpg"),
    makeFile("IMG.HEIC", ""),
    makeFile("b.jpg"),
  ]
  const full = openQueue(Array.from({ length: 10 }, (_, index) => stored(`${index}.jpg`)))
  const { accepted, rejected } = acceptFiles(full, files)
  expect(accepted.map(({ name }) => name)).toEqual(["a.jpg", "IMG.HEIC"])
  expect(rejected).toEqual([
    { fileName: "devis.pdf", reason: "Format d'image non pris en charge (JPG, PNG ou WebP)" },
    { fileName: "b.jpg", reason: "Trop d'images (12 au maximum)" },
  ])
})

test("a project is saved with its stored pictures: described, by the project's name, or decorative", () => {
  const [bridge, roof, quay, silo] = [
    stored("a.jpg", " Le pont "),
    stored("b.jpg"),
    stored("c.jpg", "x"),
    stored("d.jpg", "y"),
  ].map(storedPicture)
  if (!bridge || !roof || !quay || !silo) throw new Error("No pictures")
  const pictures = [bridge, roof, { ...quay, alt: undefined }, { ...silo, alt: " " }]
  expect(namedImages({ ...openQueue([]), pictures }, "Dépôt")).toEqual([
    { name: "a.jpg", alt: "Le pont" },
    { name: "b.jpg", alt: "" },
    { name: "c.jpg", alt: "Dépôt" },
    { name: "d.jpg", alt: "Dépôt" },
  ])
})

test("a project cannot be saved while a picture is not stored", () => {
  expect(namedImages(openQueue([stored("a.jpg")], waiting), "Dépôt")).toBeUndefined()
  expect(namedImages(openQueue([stored("a.jpg")], { ...waiting, state: "failed" }), "Dépôt")).toBeUndefined()
})
