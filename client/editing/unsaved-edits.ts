import { withStorage } from "#client/browser-storage.ts"

export interface UnsavedEdit<Edit> {
  key: string
  /** When it was stored: ISO 8601, UTC. */
  at: string
  edit: Edit
}

/**
 * Keeps what somebody types on this device, through a lost network, a crash and an expired session. Each opened form has
 * an entry of its own, so that two tabs never overwrite each other. The scope names the account and what is edited.
 */
export function unsavedEdits<Edit>(scope: string, isEdit: (value: unknown) => value is Edit) {
  const prefix = `unsaved:${scope}:`
  let own = newKey()

  function newKey() {
    return prefix + crypto.getRandomValues(new Uint32Array(2)).join("-")
  }

  function read(key: string): UnsavedEdit<Edit>[] {
    const { at, edit } = withStorage(() => JSON.parse(localStorage.getItem(key) ?? "{}")) ?? {}
    return typeof at === "string" && isEdit(edit) ? [{ key, at, edit }] : []
  }

  return {
    /** Replaces what this form has stored; returns false where storage is full or forbidden. */
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
    /** Leaves what this form has stored as it is; what it stores next is another entry. */
    setAside(): void {
      own = newKey()
    },
    /** The entries of all forms, the newest first. */
    list(): UnsavedEdit<Edit>[] {
      const keys = withStorage(() => Object.keys(localStorage)) || []
      const found = keys.filter((key) => key.startsWith(prefix)).flatMap(read)
      return found.sort((one, other) => other.at.localeCompare(one.at))
    },
  }
}
