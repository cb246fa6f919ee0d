import { projectPictures as copy } from "#client/copy/admin-projects.ts"
import { IMAGES_MAX } from "#server/contract/project-drafts.ts"
import type { ProjectImage } from "#server/contract/projects.ts"
import { messages } from "#server/contract/response-messages.ts"
import { isHeic, measurePicture, refusalOf } from "./picture-limits.ts"
import { moved, openedPicture, pickedPicture, type TrayPicture } from "./queued-picture.ts"
import { shrinkPicture } from "./shrink-picture.ts"
import { UploadFailure, uploadPicture } from "./upload-picture.ts"

export interface Tray {
  pictures: readonly TrayPicture[]
  /** Files that were turned away, since the last ones were added. */
  refused: readonly { fileName: string; text: string }[]
}

export type PictureTray = ReturnType<typeof createPictureTray>

/**
 * A project's pictures while its form is open. Those added travel to the server one by one, at once; the form only
 * names them when it is saved.
 */
export function createPictureTray(images: readonly ProjectImage[]) {
  const opened = images.map(openedPicture)
  let tray: Tray = { pictures: opened, refused: [] }
  let underWay: { key: string; abort: AbortController } | undefined
  const listeners = new Set<() => void>()

  function show(pictures: readonly TrayPicture[], refused = tray.refused) {
    tray = { pictures, refused }
    for (const listener of listeners) listener()
  }

  function change(key: string, changes: Partial<TrayPicture>) {
    show(tray.pictures.map((picture) => (picture.key === key ? { ...picture, ...changes } : picture)))
  }

  function drop(key: string, refused = tray.refused) {
    const gone = tray.pictures.find((picture) => picture.key === key)
    if (gone?.preview) URL.revokeObjectURL(gone.preview)
    show(
      tray.pictures.filter((picture) => picture !== gone),
      refused,
    )
  }

  /** What cannot be taken is told before it travels. */
  async function check({ key, file, preview }: TrayPicture) {
    if (!file || !preview) return
    const size = await measurePicture(preview)
    const present = tray.pictures.find((picture) => picture.key === key)
    if (present?.state !== "checking") return
    const failure = refusalOf(file, size)
    change(key, failure ? { state: "failed", failure } : { state: "waiting", size })
  }

  /** One after the other, so that they travel in their order. */
  async function checkAll(picked: readonly TrayPicture[]) {
    for (const picture of picked) {
      await check(picture)
      void sendWaiting()
    }
  }

  /** Takes the first picture that waits, then the next, until none does. */
  async function sendWaiting() {
    if (underWay) return
    const next = tray.pictures.find(({ state }) => state === "waiting")
    if (!next?.file) return
    const { key, file, fileName, size } = next
    const abort = new AbortController()
    underWay = { key, abort }
    try {
      change(key, { state: "preparing", progress: 0, failure: undefined })
      const ready = await shrinkPicture(file, size)
      change(key, { state: "sending", sentBytes: ready.size })
      const name = await uploadPicture(ready, fileName, {
        signal: abort.signal,
        onProgress: (progress) => change(key, { progress }),
      })
      keepStored(key, name, fileName)
    } catch (error) {
      change(key, {
        state: "failed",
        failure: error instanceof UploadFailure ? error : new UploadFailure(copy.failure),
      })
    }
    underWay = undefined
    void sendWaiting()
  }

  /** The server names a picture by its content: the same one twice has one name. */
  function keepStored(key: string, name: string, fileName: string) {
    const repeated = tray.pictures.some((picture) => picture.name === name)
    if (repeated) drop(key, [...tray.refused, { fileName, text: copy.repeated }])
    else change(key, { state: "stored", name, progress: 1 })
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => tray,
    add(files: readonly File[]) {
      const usable = files.filter((file) => file.type.startsWith("image/") || isHeic(file))
      const room = IMAGES_MAX - tray.pictures.length
      const picked = usable.slice(0, room).map(pickedPicture)
      show(
        [...tray.pictures, ...picked],
        [
          ...refusals(
            files.filter((file) => !usable.includes(file)),
            messages.imageUnsupported,
          ),
          ...refusals(usable.slice(room), messages.tooManyImages),
        ],
      )
      void checkAll(picked)
    },
    retry(keys: readonly string[]) {
      for (const key of keys) change(key, { state: "waiting", failure: undefined })
      void sendWaiting()
    },
    /** Cancels it first when it is under way. */
    remove(key: string) {
      if (underWay?.key === key) underWay.abort.abort()
      drop(key)
    },
    describe: (key: string, said: Pick<Partial<TrayPicture>, "alt" | "decorative">) => change(key, said),
    move: (key: string, to: number) => show(moved(tray.pictures, key, to)),
    /** Resolves when no picture is on its way any more. */
    async settle() {
      while (tray.pictures.some(({ state }) => state !== "stored" && state !== "failed")) {
        await new Promise<void>((resolve) => {
          function change() {
            listeners.delete(change)
            resolve()
          }
          listeners.add(change)
        })
      }
    },
    isChanged: () => JSON.stringify(tray.pictures) !== JSON.stringify(opened),
    /** Nothing goes on after the form is closed. */
    close() {
      const idle = ["checking", "waiting"]
      show(tray.pictures.map((picture) => (idle.includes(picture.state) ? { ...picture, state: "failed" } : picture)))
      underWay?.abort.abort()
      for (const { preview } of tray.pictures) if (preview) URL.revokeObjectURL(preview)
    },
  }
}

function refusals(files: readonly File[], text: string) {
  return files.map(({ name }) => ({ fileName: name, text }))
}
