import { useEffect, useRef, useState } from "react"
import { useApi } from "#client/api.ts"
import { pictureUploads as copy } from "#client/copy/admin-pictures.ts"
import { findRejection, measurePicture } from "#client/uploads/picture-limits.ts"
import { UploadError } from "#client/uploads/send-request.ts"
import { shrinkPicture } from "#client/uploads/shrink-picture.ts"
import type { UploadedPicture } from "#server/contract/content/pictures.ts"
import { uploadToLibrary } from "./upload-picture.ts"

export interface LibraryUpload {
  key: number
  file: File
  state: "waiting" | "sending" | "stored" | "failed"
  /** The uploaded share, from 0 to 1. */
  progress: number
  error?: string
  /** The outcome once the file is stored. */
  picture?: UploadedPicture
}

export type LibraryUploads = ReturnType<typeof useLibraryUploads>

/** Uploads files to the library one after the other. */
export function useLibraryUploads() {
  const { queries } = useApi()
  const [uploads, setUploads] = useState<readonly LibraryUpload[]>([])
  const queue = useRef(Promise.resolve())
  const made = useRef(0)
  const closed = useRef<AbortController>(undefined)
  // Uploads are cancelled when the screen that shows them is closed.
  useEffect(() => {
    const controller = new AbortController()
    closed.current = controller
    return () => controller.abort()
  }, [])

  function update(key: number, changes: Partial<LibraryUpload>) {
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)))
  }

  async function send({ key, file }: LibraryUpload) {
    const { signal } = closed.current ?? new AbortController()
    if (signal.aborted) return
    update(key, { state: "sending" })
    try {
      const picture = await uploadFile(file, { signal, onProgress: (progress) => update(key, { progress }) })
      update(key, { state: "stored", picture })
      await queries.pictures.search.invalidate()
    } catch (error) {
      update(key, { state: "failed", error: error instanceof UploadError ? error.message : copy.failed })
    }
  }

  return {
    uploads,
    add(files: readonly File[]) {
      const added = files.map((file): LibraryUpload => ({ key: ++made.current, file, state: "waiting", progress: 0 }))
      setUploads((all) => [...all, ...added])
      for (const upload of added) queue.current = queue.current.then(() => send(upload))
    },
    update,
    remove: (key: number) => setUploads((all) => all.filter((upload) => upload.key !== key)),
  }
}

async function uploadFile(file: File, options: Parameters<typeof uploadToLibrary>[2]): Promise<UploadedPicture> {
  const url = URL.createObjectURL(file)
  const size = await measurePicture(url).finally(() => URL.revokeObjectURL(url))
  const rejection = findRejection(file, size)
  if (rejection) throw rejection
  return uploadToLibrary(await shrinkPicture(file, size), file.name, options)
}
