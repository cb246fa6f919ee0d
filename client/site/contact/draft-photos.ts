import { CONTACT_DRAFT } from "#client/app/document-state.ts"
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

/** The key of the draft is missing in photos of earlier releases, which had one draft. */
type StoredPhoto = DraftPhoto & { draft?: string }

export async function putPhoto(draft: string, photo: DraftPhoto): Promise<void> {
  await ifAllowed(inStore("photos", "readwrite", (store) => store.put({ ...photo, draft })))
}

export async function listDraftPhotos(key: string): Promise<DraftPhoto[]> {
  const all = await ifAllowed<StoredPhoto[]>(inStore("photos", "readonly", (store) => store.getAll()))
  return (all ?? [])
    .filter(({ draft = CONTACT_DRAFT }) => draft === key)
    .sort((one, other) => one.addedAt - other.addedAt)
}

export async function deletePhoto(id: string): Promise<void> {
  await ifAllowed(inStore("photos", "readwrite", (store) => store.delete(id)))
}

export async function deletePhotos(key: string): Promise<void> {
  await Promise.all((await listDraftPhotos(key)).map(({ id }) => deletePhoto(id)))
}

/** Ignores failures of storage that is full or forbidden; the photos then exist only on this page. */
function ifAllowed<Result>(access: Promise<Result>): Promise<Result | undefined> {
  return access.catch(() => undefined)
}
