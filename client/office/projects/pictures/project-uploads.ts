import { createUuid } from "#client/app/uuid.ts"
import { sendPicture } from "#client/office/pictures/send-picture.ts"
import { projectPictures as texts } from "#client/office/projects/texts.ts"
import { UploadError } from "#client/uploads/http.ts"
import { findRejection, measurePicture } from "#client/uploads/picture-limits.ts"
import type { RejectedFile } from "#client/uploads/queued-pictures.ts"
import { shrinkPicture } from "#client/uploads/shrink-picture.ts"
import { createUploadQueue } from "#client/uploads/upload-queue.ts"
import type { ProjectImage } from "#server/contract/projects.ts"
import { acceptFiles, isIdle, type ProjectPicture, storedPicture } from "./project-pictures.ts"

export type ProjectUploads = ReturnType<typeof createProjectUploads>

/** Measures, shrinks and uploads the pictures of one form. */
export function createProjectUploads(images: readonly ProjectImage[]) {
  const uploads = createUploadQueue<ProjectPicture>(
    {
      async check(file, { previewUrl = "" }) {
        const size = await measurePicture(file, previewUrl)
        const rejection = findRejection(file, size)
        if (rejection) throw rejection
        return { size }
      },
      prepare: (file, { size }) => shrinkPicture(file, size),
      async send(upload, fileName, options) {
        const name = await sendPicture(upload, fileName, options)
        // The server recognizes a picture that was added twice by its content, and gives it the same name.
        const isRepeated = uploads.getQueue().pictures.some((picture) => picture.name === name)
        if (!isRepeated) return { name }
        upload.url = undefined
        throw new UploadError(texts.repeated, 415)
      },
    },
    images.map(storedPicture),
  )

  return {
    ...uploads,
    add(selected: readonly File[]) {
      const { accepted, rejected } = acceptFiles(uploads.getQueue(), selected)
      const pictures = accepted.map((file): ProjectPicture => {
        const previewUrl = URL.createObjectURL(file)
        return {
          key: createUuid(),
          fileName: file.name,
          file,
          previewUrl,
          decorative: false,
          state: "checking",
          progress: 0,
        }
      })
      uploads.dispatch({ type: "added", pictures, rejected })
    },
    /** Returns a function that ends the watch and returns the files that were rejected since its beginning. */
    watchRejected() {
      const known = uploads.getQueue().rejected
      const found = new Set<RejectedFile>()
      const stop = uploads.subscribe(() => {
        for (const file of uploads.getQueue().rejected) if (!known.includes(file)) found.add(file)
      })
      return () => {
        stop()
        return [...found]
      }
    },
    waitUntilIdle: () => uploads.until(isIdle),
  }
}
