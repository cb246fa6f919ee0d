import { emptyTrash } from "#server/projects/trash.ts"
import type { ImageStorage } from "#server/storage/deletion.ts"

const DAY_MS = 24 * 3_600_000

/** Empties the trash as the site does when so many days have passed. */
export function emptyTrashLater(storage: ImageStorage, days = 31): Promise<void> {
  const now = () => new Date(storage.now().getTime() + days * DAY_MS)
  return emptyTrash({ ...storage, now })
}
