import { expect, test } from "vitest"
import { sectors } from "#client/photos/listed/sectors.gen.ts"
import { bundledSource, uploadedSource } from "./picture.tsx"

function uploaded(width: number) {
  return uploadedSource({ name: "villa.jpg", alt: "", width, height: Math.round(width / 1.5), colour: null })
}

function widthsIn(srcSet = "") {
  return srcSet.split(", ").map((candidate) => candidate.split(" ")[1])
}

test("an uploaded picture is offered in the widths up to its own", () => {
  expect(uploaded(1200).srcSet).toBe(
    "/uploads/villa.jpg?w=320 320w, /uploads/villa.jpg?w=640 640w, /uploads/villa.jpg?w=960 960w",
  )
  expect(widthsIn(uploaded(2560).srcSet)).toEqual(["320w", "640w", "960w", "1280w", "1920w"])
})

test("one narrower than a moderate width is offered whole beside its variants", () => {
  expect(uploaded(500)).toMatchObject({
    src: "/uploads/villa.jpg",
    srcSet: "/uploads/villa.jpg?w=320 320w, /uploads/villa.jpg 500w",
  })
})

test("a browser that knows no srcset gets a moderate one", () => {
  expect(uploaded(2560).src).toBe("/uploads/villa.jpg?w=960")
  expect(uploaded(960).src).toBe("/uploads/villa.jpg?w=960")
})

test("one whose width is unknown, or below every variant's, has no choice of widths", () => {
  expect(uploaded(0)).toMatchObject({ src: "/uploads/villa.jpg?w=960", srcSet: undefined, smallest: undefined })
  expect(uploaded(319)).toMatchObject({ src: "/uploads/villa.jpg", srcSet: undefined, smallest: undefined })
})

test("an uploaded picture's form is the server's choice, a bundled one's is named", () => {
  expect(uploaded(1200).type).toBeUndefined()
  expect(bundledSource(sectors["sectors/transport"]).type).toBe("image/avif")
})

test("who saves data is offered the narrowest form alone", () => {
  expect(uploaded(2560).smallest).toBe("/uploads/villa.jpg?w=320")
  expect(bundledSource(sectors["sectors/transport"]).smallest).toMatch(/-320\.avif$/)
})
