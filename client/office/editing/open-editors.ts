const LAST_SAVE_MS = 4000

/** The last saves of the open editors. The menu loads this file, and not what editors are made of. */
const lastSaves = new Set<() => Promise<unknown>>()

/** Returns a function that ends the registration. */
export function registerEditor(saveLast: () => Promise<unknown>): () => void {
  lastSaves.add(saveLast)
  return () => lastSaves.delete(saveLast)
}

/** Saves what was typed last while the session is still valid, unless that takes too long. */
export async function saveOpenEditors(): Promise<void> {
  const saved = Promise.all([...lastSaves].map((saveLast) => saveLast()))
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, LAST_SAVE_MS))])
}
