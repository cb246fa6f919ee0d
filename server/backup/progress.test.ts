import { expect, test } from "vitest"
import { progressOn } from "./progress.ts"

/** Returns what is printed while a task of 1,000 parts advances in these steps, each after its seconds. */
function printed({ isTTY, steps }: { isTTY: boolean; steps: readonly [parts: number, seconds: number][] }) {
  let [text, ms] = ["", 0]
  const output = { isTTY, write: (more: string) => (text += more) }
  const { advance } = progressOn(output, new AbortController().signal, () => ms)("Images", 1000)
  for (const [parts, seconds] of steps) {
    ms += seconds * 1000
    advance(parts)
  }
  return text
}

test("a terminal shows tenths of a per cent in one line that is rewritten", () => {
  const text = printed({
    isTTY: true,
    steps: [
      [0, 0],
      [1, 60],
      [0, 60],
      [122, 0],
      [877, 0],
    ],
  })
  expect(text).toBe("Images : 0,0 %\rImages : 0,1 %\rImages : 12,3 %\rImages : 100 %\n")
})

test("elsewhere there is a line per quarter, and one every ten seconds", () => {
  const text = printed({
    isTTY: false,
    steps: [
      [10, 0],
      [10, 9],
      [10, 2],
      [0, 9],
      [0, 2],
      [500, 1],
      [470, 1],
    ],
  })
  expect(text.split("\n")).toEqual(["0", "3", "3", "50", "100"].map((percent) => `Images : ${percent} %`).concat(""))
})

test("a task of nothing is done at once, and an interrupted command goes no further", () => {
  const stop = new AbortController()
  let text = ""
  const { advance } = progressOn({ write: (more) => (text += more) }, stop.signal)("Images", 0)
  advance(0)
  expect(text).toBe("Images : 100 %\n")
  stop.abort(new Error("Interrompu"))
  expect(() => advance(1)).toThrow("Interrompu")
})
