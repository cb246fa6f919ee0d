import { withStorage } from "#client/app/browser-storage.ts"
import type { RecordPhoto } from "./request-record.ts"

/** Key in localStorage of the id of the photo that is being decoded. */
const DECODING = "decoding-photo"

/**
 * Marks a photo while it is being decoded, unless the page is left. A mark that stays tells that the browser has ended
 * the page, for which a phone may have too little memory; the next visit must not decode the photo again.
 */
export async function whileMarked<Result>(id: string, decode: () => Promise<Result>): Promise<Result> {
  const unmark = () => withStorage(() => localStorage.removeItem(DECODING))
  withStorage(() => localStorage.setItem(DECODING, id))
  addEventListener("pagehide", unmark)
  try {
    return await decode()
  } finally {
    removeEventListener("pagehide", unmark)
    unmark()
  }
}

/** Returns the marked photo, if it is one of these, and removes its mark. */
export function takeMarked(photos: readonly RecordPhoto[]): RecordPhoto | undefined {
  const marked = withStorage(() => localStorage.getItem(DECODING))
  const found = photos.find(({ id, isOriginal }) => isOriginal && id === marked)
  if (found) withStorage(() => localStorage.removeItem(DECODING))
  return found
}
