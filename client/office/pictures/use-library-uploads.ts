import { useEffect, useState, useSyncExternalStore } from "react"
import { type Api, useApi } from "#client/app/api.ts"
import { failureText } from "#client/app/failures.ts"
import { createUuid } from "#client/app/uuid.ts"
import { UploadError } from "#client/uploads/http.ts"
import { findRejection, measurePicture } from "#client/uploads/picture-limits.ts"
import type { QueuedPicture } from "#client/uploads/queued-pictures.ts"
import { shrinkPicture } from "#client/uploads/shrink-picture.ts"
import { createUploadQueue } from "#client/uploads/upload-queue.ts"
import type { UploadedPicture } from "#server/contract/content/pictures.ts"
import { sendPicture } from "./send-picture.ts"
import { pictureUploads as texts } from "./texts.ts"

export interface LibraryUpload extends QueuedPicture {
  file: File
  /** The outcome once the file is stored. */
  picture?: UploadedPicture
}

export type LibraryUploads = ReturnType<typeof useLibraryUploads>

/** Uploads files to the library one after the other. */
export function useLibraryUploads() {
  const api = useApi()
  const [queue] = useState(() => createLibraryQueue(api))
  const { pictures } = useSyncExternalStore(queue.subscribe, queue.getQueue)
  // Uploads are cancelled when the screen that shows them is closed.
  useEffect(() => queue.close, [queue])

  return {
    uploads: pictures,
    add(files: readonly File[]) {
      const added = files.map((file): LibraryUpload => {
        return { key: createUuid(), fileName: file.name, file, state: "waiting", progress: 0 }
      })
      queue.dispatch({ type: "added", pictures: added })
    },
    retry: (key: string) => queue.dispatch({ type: "retried", keys: [key] }),
    decide: (key: string, picture: UploadedPicture) => queue.dispatch({ type: "changed", key, changes: { picture } }),
    remove: (key: string) => queue.dispatch({ type: "removed", key }),
  }
}

function createLibraryQueue({ client, queries }: Api) {
  return createUploadQueue<LibraryUpload>({
    keepsRejected: true,
    prepare,
    async send(...upload) {
      const picture = await client.pictures.add.mutate(await sendPicture(...upload))
      void queries.pictures.search.invalidate()
      return { picture }
    },
    toError: (error) => (error instanceof UploadError ? error : new UploadError(failureText(error) ?? texts.failed)),
  })
}

/** Returns the file as it is sent; throws for one that the server would reject. */
async function prepare(file: File): Promise<Blob> {
  const url = URL.createObjectURL(file)
  const size = await measurePicture(file, url).finally(() => URL.revokeObjectURL(url))
  const rejection = findRejection(file, size)
  if (rejection) throw rejection
  return shrinkPicture(file, size)
}
