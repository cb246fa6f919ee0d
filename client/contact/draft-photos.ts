import { inStore } from "./contact-database.ts"
import type { QueuedPhoto } from "./request-queue.ts"

/** A photo of the request that is being written. */
export interface DraftPhoto extends QueuedPhoto {
  id: string
  /** Milliseconds since 1970. */
  addedAt: number
  /** Whether the photo is the original file, which still has to be shrunk. */
  isOriginal?: boolean
}

export async function putPhoto(photo: DraftPhoto): Promise<void> {
  await ifAllowed(inStore("photos", "readwrite", (store) => store.put(photo)))
}

export async function listDraftPhotos(): Promise<DraftPhoto[]> {
  const all = await ifAllowed<DraftPhoto[]>(inStore("photos", "readonly", (store) => store.getAll()))
  return (all ?? []).sort((one, other) => one.addedAt - other.addedAt)
}

export async function deletePhoto(id: string): Promise<void> {
  await ifAllowed(inStore("photos", "readwrite", (store) => store.delete(id)))
}

export async function deletePhotos(): Promise<void> {
  await ifAllowed(inStore("photos", "readwrite", (store) => store.clear()))
}

/** Ignores failures of storage that is full or forbidden; the photos then exist only on this page. */
function ifAllowed<Result>(access: Promise<Result>): Promise<Result | undefined> {
  return access.catch(() => undefined)
}
