// @module-tag isolated
import Module from "node:module"
import { expect, onTestFinished, test } from "vitest"
import { loadSharp } from "./decoding.ts"

test("a decoder that could not be loaded is loaded for the next picture", () => {
  const loader = Module as unknown as { _load: (name: string, ...rest: unknown[]) => unknown }
  const load = loader._load
  onTestFinished(() => {
    loader._load = load
  })
  loader._load = () => {
    throw Object.assign(new Error("too many open files"), { code: "EMFILE" })
  }
  expect(loadSharp).toThrow("too many open files")
  loader._load = load
  expect(loadSharp().concurrency()).toBe(1)
})
