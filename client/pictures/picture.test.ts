import { expect, test } from "vitest"
import { sectors } from "#server/pictures/bundled/listed/sectors.gen.ts"
import { bundledSource, focusAttributes, uploadedSource } from "./picture.tsx"

function uploaded(width: number) {
  return uploadedSource(
    { name: "villa.jpg", alt: "", width, height: Math.round(width / 1.5), colour: null, focus: null },
    "",
    0,
  )
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

test("one narrower than the default width is offered beside its variants", () => {
  expect(uploaded(500)).toMatchObject({
    src: "/uploads/villa.jpg",
    srcSet: "/uploads/villa.jpg?w=320 320w, /uploads/villa.jpg 500w",
  })
})

test("a browser without srcset gets the default width", () => {
  expect(uploaded(2560).src).toBe("/uploads/villa.jpg?w=960")
  expect(uploaded(960).src).toBe("/uploads/villa.jpg?w=960")
})

test("one whose width is unknown, or below every variant's, has no choice of widths", () => {
  expect(uploaded(0)).toMatchObject({ src: "/uploads/villa.jpg?w=960", srcSet: undefined })
  expect(uploaded(319)).toMatchObject({ src: "/uploads/villa.jpg", srcSet: undefined })
})

test("the server chooses an uploaded picture's format, a bundled one's is given", () => {
  expect(uploaded(1200).type).toBeUndefined()
  expect(bundledSource(sectors["sectors/transport"]).type).toBe("image/avif")
})

test.each([
  [null, "Villa, photo 2"],
  ["", ""],
  ["La façade", "La façade"],
])("the alternative text %j of an uploaded picture is shown as %j", (alt, shown) => {
  const image = { name: "villa.jpg", width: 1200, height: 800, colour: null, focus: null, alt }
  expect(uploadedSource(image, "Villa", 1).alt).toBe(shown)
})

test("the focal point is in the frame, however much of the picture that cuts off", () => {
  for (let percent = 0; percent <= 100; percent += 1) {
    const { "data-focus-x": parts = "" } = focusAttributes({ x: percent, y: 0 })
    const position = parts.split(" ").reduce((sum, part) => sum + Number(part), 0)
    // The picture is so many times as wide as the frame.
    for (const times of [1, 2, 4, 8, 12]) {
      const shown = percent * times - position * (times - 1)
      expect(shown, `${percent} % of ${times}`).toBeGreaterThanOrEqual(0)
      expect(shown, `${percent} % of ${times}`).toBeLessThanOrEqual(100)
    }
  }
  expect(focusAttributes(null)).toEqual({})
})
