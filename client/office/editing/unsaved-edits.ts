import { withStorage } from "#client/app/browser-storage.ts"
import { UNSAVED_EDIT } from "#client/app/document-state.ts"

export interface UnsavedEdit<Edit> {
  key: string
  /** The time at which it was stored: ISO 8601, UTC. */
  at: string
  edit: Edit
}

/** The format of what is stored, which a change that the releases before could not read raises. */
const FORMAT = 1

/**
 * Stores what somebody types on this device, so that it survives a lost network, a crash and an expired session. Each
 * opened form has its own entry, so that two tabs never overwrite each other. `scope` names the account and the page.
 * Entries that `read` cannot read, or of a later release, are passed over, and expire.
 */
export function unsavedEdits<Edit>(scope: string, read: (edit: unknown) => Edit | undefined) {
  const prefix = `${UNSAVED_EDIT}${scope}:`
  let own = newKey()

  function newKey() {
    return prefix + crypto.getRandomValues(new Uint32Array(2)).join("-")
  }

  function readEntry(key: string): UnsavedEdit<Edit>[] {
    const found = withStorage(() => {
      // The release before stored no format.
      const { at, format = 0, edit } = JSON.parse(localStorage.getItem(key) ?? "{}")
      return { at, edit: typeof at === "string" && format <= FORMAT ? read(edit) : undefined }
    })
    return found?.edit === undefined ? [] : [{ key, at: found.at, edit: found.edit }]
  }

  return {
    /** Replaces this form's entry; returns false where storage is full or forbidden. */
    store(edit: Edit): boolean {
      const entry = JSON.stringify({ at: new Date().toISOString(), format: FORMAT, edit })
      const isStored = withStorage(() => {
        localStorage.setItem(own, entry)
        return true
      })
      return isStored === true
    },
    forget(key = own): void {
      withStorage(() => localStorage.removeItem(key))
    },
    /** Keeps this form's entry, and makes the next `store` write another one. */
    setAside(): void {
      own = newKey()
    },
    /** Returns the entries of all forms, sorted from the newest. */
    list(): UnsavedEdit<Edit>[] {
      const keys = withStorage(() => Object.keys(localStorage)) || []
      const found = keys.filter((key) => key.startsWith(prefix)).flatMap(readEntry)
      return found.sort((one, other) => other.at.localeCompare(one.at))
    },
  }
}
