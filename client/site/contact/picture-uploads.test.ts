import { expect, test } from "vitest"
import { acceptFiles, isSettled, openPictureUploads, type RequestPicture, toRecordPictures } from "./picture-uploads.ts"

function picture(state: RequestPicture["state"], given: Partial<RequestPicture> = {}): RequestPicture {
  return { key: state, fileName: `${state}.jpg`, file: new Blob([state]), state, progress: 0, ...given }
}

function settled(isPaused: boolean, ...states: RequestPicture["state"][]) {
  return isSettled({ pictures: states.map((state) => picture(state)), rejected: [], isPaused })
}

test("pictures are settled once each is stored or failed", () => {
  expect(settled(false)).toBe(true)
  expect(settled(false, "stored", "failed")).toBe(true)
  for (const state of ["checking", "waiting", "sending"] as const) expect(settled(false, "stored", state)).toBe(false)
})

test("without a network, or in a pause, pictures that wait do not keep a request from being queued", () => {
  expect(settled(false, "interrupted", "waiting")).toBe(true)
  expect(settled(true, "waiting")).toBe(true)
  expect(settled(false, "interrupted", "waiting", "checking")).toBe(false)
})

test("of chosen files those that are no pictures or empty take no place, and those without room are counted", () => {
  const file = (name: string, type: string) => new File(["x"], name, { type })
  const pictures = [file("1.jpg", "image/jpeg"), file("2.heic", ""), file("3.png", "image/png")]
  const empty = new File([], "vide.jpg", { type: "image/jpeg" })
  const others = [file("notes.txt", "text/plain"), file("plan.svg", "image/svg+xml"), empty]
  const { accepted, rejected, omitted } = acceptFiles([...others, ...pictures], 2)
  expect(accepted).toEqual(pictures.slice(0, 2))
  expect(rejected.map(({ fileName }) => fileName)).toEqual(["notes.txt", "plan.svg", "vide.jpg"])
  expect(rejected.at(-1)?.reason).toBe("Ce fichier est vide\u00a0: choisissez-en un autre")
  expect(omitted).toBe(1)
  expect(acceptFiles(pictures, -1)).toEqual({ accepted: [], rejected: [], omitted: 3 })
})

test("the record gets what another page needs, without what this one shows", () => {
  const begun = picture("sending", { previewUrl: "blob:1", sentBytes: 7, uploadUrl: "/upload/1", progress: 0.5 })
  const pictures = [picture("stored", { name: "a.webp" }), begun, picture("checking", { isOriginal: true })]
  const [stored, sending, checking] = pictures.map(({ key, fileName, file }) => ({ id: key, fileName, blob: file }))
  expect(toRecordPictures({ pictures })).toEqual([
    { ...stored, isOriginal: false, uploadUrl: undefined, name: "a.webp" },
    { ...sending, isOriginal: false, uploadUrl: "/upload/1", name: undefined },
    { ...checking, isOriginal: true, uploadUrl: undefined, name: undefined },
  ])
})

test("pictures of a closed page are taken up as far as they had come", () => {
  const { dispatch, restore, getQueue } = openPictureUploads({}, () => undefined)
  dispatch({ type: "paused" })
  const left = ["original", "shrunk", "stored"].map((id) => ({ id, fileName: `${id}.jpg`, blob: new Blob([id]) }))
  const facts = [{ isOriginal: true }, { uploadUrl: "/upload/1" }, { name: "stored-1.webp" }]
  restore(left.map((picture, index) => ({ ...picture, ...facts[index] })))
  const preview = expect.stringMatching(/^blob:/)
  expect(getQueue().pictures).toMatchObject([
    { key: "original", state: "checking", progress: 0 },
    { key: "shrunk", state: "waiting", progress: 0, uploadUrl: "/upload/1", previewUrl: preview },
    { key: "stored", state: "stored", progress: 1, name: "stored-1.webp", previewUrl: preview },
  ])
  restore(left)
  expect(getQueue().pictures).toHaveLength(3)
})
