import { expect, test } from "vitest"
import { UploadError } from "#client/uploads/http.ts"
import { reduceUploads } from "#client/uploads/queued-pictures.ts"
import { overallProgress } from "./overall-progress.ts"
import { type PicturesAction, type ProjectPictures, storedPicture } from "./project-pictures.ts"

const image = { name: "a.jpg", alt: "", width: 3, height: 2, colour: null, focus: null }
const opened: ProjectPictures = { pictures: [storedPicture(image, 0)], rejected: [], isPaused: false }

function run(...actions: PicturesAction[]) {
  return overallProgress(actions.reduce(reduceUploads, opened))
}

function added(bytes: Record<string, number>): PicturesAction {
  const pictures = Object.entries(bytes).map(([key, size]) => {
    const file = new File(["x".repeat(size)], key)
    return { key, fileName: key, file, decorative: false, state: "waiting", progress: 0 } as const
  })
  return { type: "added", pictures }
}

test("there is none while nothing is uploaded", () => {
  expect(run()).toBeUndefined()
  expect(
    run(added({ a: 9 }), { type: "changed", key: "a", changes: { state: "stored", progress: 1, name: "a-1.jpg" } }),
  ).toBeUndefined()
  expect(
    run(added({ a: 9 }), { type: "changed", key: "a", changes: { state: "failed", error: new UploadError("Erreur") } }),
  ).toBeUndefined()
})

test("a picture weighs as much as what is sent of it", () => {
  const sizes = added({ small: 100, large: 900 })
  expect(run(sizes)).toEqual({ remaining: 2, total: 2, progress: 0, interrupted: undefined })
  const stored: PicturesAction = {
    type: "changed",
    key: "small",
    changes: { state: "stored", progress: 1, name: "small.jpg" },
  }
  expect(run(sizes, stored)).toMatchObject({ remaining: 1, total: 2, progress: 0.1 })
  const shrunk: PicturesAction = { type: "changed", key: "large", changes: { sentBytes: 300 } }
  expect(run(sizes, stored, shrunk)).toMatchObject({ progress: 0.25 })
  expect(run(sizes, stored, shrunk, { type: "changed", key: "large", changes: { progress: 0.5 } })).toMatchObject({
    progress: 0.625,
  })
})

test("a picture that failed counts no more", () => {
  const failed: PicturesAction = {
    type: "changed",
    key: "b",
    changes: { state: "failed", error: new UploadError("Erreur", 507) },
  }
  expect(run(added({ a: 100, b: 900 }), failed)).toMatchObject({ remaining: 1, total: 1, progress: 0 })
})

test("an upload that waits for the network is named, and what is acknowledged of it still counts", () => {
  const error = new UploadError("Erreur")
  const interrupted: PicturesAction = {
    type: "changed",
    key: "a",
    changes: { state: "interrupted", progress: 0.5, retryAt: 7, error },
  }
  expect(run(added({ a: 100, b: 100 }), interrupted)).toMatchObject({
    remaining: 2,
    progress: 0.25,
    interrupted: { key: "a", retryAt: 7 },
  })
})
