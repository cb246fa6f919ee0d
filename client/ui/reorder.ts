import type { DragEvent } from "react"

export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1))
}

/** Drags the list's entry that the handle is in. */
export function startEntryDrag({ dataTransfer, currentTarget }: DragEvent<HTMLElement>): void {
  dataTransfer.effectAllowed = "move"
  // Firefox starts no drag without data.
  dataTransfer.setData("text/plain", "")
  const entry = currentTarget.closest("li")
  if (entry) dataTransfer.setDragImage(entry, 24, 24)
}

/** Whether an entry, not a file, is dragged over the element, which then takes it. */
export function takesEntry(event: DragEvent): boolean {
  if (event.dataTransfer.types.includes("Files")) return false
  event.preventDefault()
  return true
}
