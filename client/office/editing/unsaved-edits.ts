import { withStorage } from "#client/app/browser-storage.ts"
import { UNSAVED_EDIT } from "#client/app/document-state.ts"

export interface UnsavedEdit<Edit> {
  key: string
  /** The time at which it was stored: ISO 8601, UTC. */
  at: string
  edit: Edit
}

/**
 * Stores what somebody types on this device, so that it survives a lost network, a crash and an expired session. Each
 * opened form has its own entry, so that two tabs never overwrite each other. `scope` names the account and the page.
 */
export function unsavedEdits<Edit>(scope: string, isEdit: (value: unknown) => value is Edit) {
  const prefix = `${UNSAVED_EDIT}${scope}:`
  let own = newKey()

  function newKey() {
    return prefix + crypto.getRandomValues(new Uint32Array(2)).join("-")
  }

  function read(key: string): UnsavedEdit<Edit>[] {
    const { at, edit } = withStorage(() => JSON.parse(localStorage.getItem(key) ?? "{}")) ?? {}
    return typeof at === "string" && isEdit(edit) ? [{ key, at, edit }] : []
  }

  return {
    /** Replaces this form's entry; returns false where storage is full or forbidden. */
    store(edit: Edit): boolean {
      const entry = JSON.stringify({ at: new Date().toISOString(), edit })
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
      const found = keys.filter((key) => key.startsWith(prefix)).flatMap(read)
      return found.sort((one, other) => other.at.localeCompare(one.at))
    },
  }
}
