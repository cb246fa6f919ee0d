import { useEffect, useRef, useState } from "react"
import { useApi } from "#client/app/api.ts"
import { failureText } from "#client/app/failures.ts"
import { findRejection, measurePicture } from "#client/uploads/picture-limits.ts"
import { cancelUpload } from "#client/uploads/resumable-upload.ts"
import { createNetwork } from "#client/uploads/retry-offline.ts"
import { UploadError } from "#client/uploads/send-request.ts"
import { shrinkPicture } from "#client/uploads/shrink-picture.ts"
import type { UploadedPicture } from "#server/contract/content/pictures.ts"
import { pictureUploads as texts } from "./texts.ts"
import { type PictureUpload, uploadPicture } from "./upload-picture.ts"

export interface LibraryUpload {
  key: number
  file: File
  state: "waiting" | "sending" | "interrupted" | "stored" | "failed"
  /** The uploaded share, from 0 to 1. */
  progress: number
  /** When an interrupted upload continues, in milliseconds since 1970; undefined while the browser is offline. */
  retryAt?: number | undefined
  /** Why it has failed, or is interrupted and tried again. */
  error?: UploadError | undefined
  /** The outcome once the file is stored. */
  picture?: UploadedPicture
}

export type LibraryUploads = ReturnType<typeof useLibraryUploads>

/** Uploads files to the library one after the other. */
export function useLibraryUploads() {
  const { client, queries } = useApi()
  const [uploads, setUploads] = useState<readonly LibraryUpload[]>([])
  const [network] = useState(createNetwork)
  const queue = useRef(Promise.resolve())
  const made = useRef(0)
  /** Unfinished uploads by key. */
  const [begun] = useState(() => new Map<number, PictureUpload>())
  const closed = useRef<AbortController>(undefined)
  // Uploads are cancelled when the screen that shows them is closed.
  useEffect(() => {
    const controller = new AbortController()
    closed.current = controller
    return () => {
      controller.abort()
      for (const upload of begun.values()) cancelUpload(upload)
    }
  }, [begun])

  function update(key: number, changes: Partial<LibraryUpload>) {
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)))
  }

  function enqueue(upload: LibraryUpload) {
    queue.current = queue.current.then(() => send(upload))
  }

  async function send({ key, file }: LibraryUpload) {
    const { signal } = closed.current ?? new AbortController()
    if (signal.aborted) return
    update(key, { state: "sending" })
    try {
      const upload = begun.get(key) ?? { ready: await prepare(file), acknowledged: 0 }
      begun.set(key, upload)
      const name = await uploadPicture(upload, file.name, {
        signal,
        network,
        onProgress: (progress) => update(key, { progress, error: undefined }),
        onInterrupted: (interruption) => update(key, { state: "interrupted", ...interruption }),
        onResumed: () => update(key, { state: "sending" }),
      })
      const picture = await client.pictures.add.mutate(name)
      begun.delete(key)
      update(key, { state: "stored", picture })
      await queries.pictures.search.invalidate()
    } catch (error) {
      update(key, { state: "failed", error: toError(error) })
    }
  }

  return {
    uploads,
    add(files: readonly File[]) {
      const added = files.map((file): LibraryUpload => ({ key: ++made.current, file, state: "waiting", progress: 0 }))
      setUploads((all) => [...all, ...added])
      added.forEach(enqueue)
    },
    /** Sends a failed file again, or ends the pause of an interrupted one. */
    retry(upload: LibraryUpload) {
      if (upload.state === "interrupted") return network.retryNow()
      update(upload.key, { state: "waiting", error: undefined })
      enqueue(upload)
    },
    update,
    remove(key: number) {
      const upload = begun.get(key)
      if (upload) cancelUpload(upload)
      begun.delete(key)
      setUploads((all) => all.filter((upload) => upload.key !== key))
    },
  }
}

/** Returns the file as it is sent; throws for one that the server would reject. */
async function prepare(file: File): Promise<Blob> {
  const url = URL.createObjectURL(file)
  const size = await measurePicture(file, url).finally(() => URL.revokeObjectURL(url))
  const rejection = findRejection(file, size)
  if (rejection) throw rejection
  return shrinkPicture(file, size)
}

function toError(error: unknown): UploadError {
  return error instanceof UploadError ? error : new UploadError(failureText(error) ?? texts.failed)
}
