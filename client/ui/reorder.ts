import type { DragEvent } from "react"

export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1))
}

/** Drags the list entry that contains the handle. */
export function startEntryDrag({ dataTransfer, currentTarget }: DragEvent<HTMLElement>): void {
  dataTransfer.effectAllowed = "move"
  // Firefox starts no drag without data.
  dataTransfer.setData("text/plain", "")
  const entry = currentTarget.closest("li")
  if (entry) dataTransfer.setDragImage(entry, 24, 24)
}

/** Whether a list entry, not a file, is dragged over the element, which then accepts it. */
export function takesEntry(event: DragEvent): boolean {
  if (event.dataTransfer.types.includes("Files")) return false
  event.preventDefault()
  return true
}
