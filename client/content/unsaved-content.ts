import type { EditedVersion } from "#server/contract/content/edit.ts"
import type { ContentSlug } from "#server/contract/content/pages.ts"

interface Unsaved {
  /** What was edited. */
  version: EditedVersion
  content: unknown
}

const keyOf = (page: ContentSlug) => `content:${page}`

/** Keeps what was typed on this device, through a lost network, a crash and an expired session. */
export function storeUnsaved(page: ContentSlug, unsaved: Unsaved) {
  try {
    localStorage.setItem(keyOf(page), JSON.stringify(unsaved))
  } catch {
    // Storage is full or forbidden: the server still gets the draft.
  }
}

export function readUnsaved(page: ContentSlug): Unsaved | undefined {
  try {
    const text = localStorage.getItem(keyOf(page))
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

export function forgetUnsaved(page: ContentSlug) {
  try {
    localStorage.removeItem(keyOf(page))
  } catch {
    // Nothing was stored either.
  }
}
