/** The project last chosen for editing, per tab: the specification asks for this key in session storage. */
const KEY = "projectId"

export function storeChosenProject(id: number): void {
  try {
    sessionStorage.setItem(KEY, String(id))
  } catch {
    // Storage may be blocked; the URL has the id too.
  }
}

export function readChosenProject(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}
