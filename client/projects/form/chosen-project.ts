/** The project that somebody last chose to edit, for this tab alone (specification §2). */
const KEY = "projectId"

export function chooseProject(id: number): void {
  try {
    sessionStorage.setItem(KEY, String(id))
  } catch {
    // A browser that keeps nothing: the address has the id too.
  }
}

export function readChosenProject(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}
