import { expect, test } from "vitest"
import { formatDuration } from "./duration.ts"

test.each([
  [0, "0 min"],
  [29, "0 min"],
  [59 * 60, "59 min"],
  [3600, "1 h 00"],
  [3 * 3600 + 5 * 60, "3 h 05"],
  [24 * 3600, "1 j"],
  [52 * 3600, "2 j 4 h"],
  [47.7 * 3600, "2 j"],
])("%d seconds read « %s »", (seconds, text) => {
  expect(formatDuration(seconds).replaceAll("\u00a0", " ")).toBe(text)
})
