import { inStore } from "./contact-database.ts"
import type { QueuedPhoto } from "./request-queue.ts"

/** A photo of the request that is being written. */
export interface DraftPhoto extends QueuedPhoto {
  id: string
  /** Milliseconds since 1970. */
  addedAt: number
  /** It is as the device has made it, and has to be shrunk. */
  isOriginal?: boolean
}

/** Rejects where storage is full or forbidden: the photo is then kept by the page alone. */
export function putPhoto(photo: DraftPhoto): Promise<unknown> {
  return inStore("photos", "readwrite", (store) => store.put(photo))
}

export async function listDraftPhotos(): Promise<DraftPhoto[]> {
  const all: DraftPhoto[] = await inStore("photos", "readonly", (store) => store.getAll())
  return all.sort((one, other) => one.addedAt - other.addedAt)
}

export function deletePhoto(id: string): Promise<unknown> {
  return inStore("photos", "readwrite", (store) => store.delete(id))
}

export function deletePhotos(): Promise<unknown> {
  return inStore("photos", "readwrite", (store) => store.clear())
}
