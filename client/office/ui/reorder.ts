import type { DragEvent } from "react"

export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  return spliced(spliced(list, from, 1), to, 0, ...list.slice(from, from + 1))
}

/** Returns a copy of the list with some entries removed at an index, and others inserted there. */
export function spliced<Entry>(list: readonly Entry[], index: number, count: number, ...added: Entry[]): Entry[] {
  const copy = [...list]
  copy.splice(index, count, ...added)
  return copy
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
