import { type DragEvent, type ReactNode, useState } from "react"
import { flushSync } from "react-dom"
import { Icon, type IconName } from "#client/icons/icon.tsx"

interface SortableOptions<Key> {
  /** The keys of the entries, in the order that is shown. */
  keys: readonly Key[]
  /** Moves an entry; one that is dragged is moved by each entry that it passes. */
  onMove: (from: number, to: number, how: "press" | "drag") => void
  /** It receives where the entry is when it is let go. */
  onDrop?: (index: number) => void
}

export type Sortable = ReturnType<typeof useSortable>

/** Orders the entries of a list by buttons and by dragging; it returns the properties of their elements. */
export function useSortable<Key extends string | number>({ keys, onMove, onDrop }: SortableOptions<Key>) {
  const [dragged, setDragged] = useState<Key>()
  const draggedIndex = dragged === undefined ? -1 : keys.indexOf(dragged)
  return {
    /** Returns the properties of an `li`. */
    entry: (index: number) => ({
      "data-dragged": index === draggedIndex || undefined,
      onDragOver(event: DragEvent) {
        if (event.dataTransfer.types.includes("Files")) return
        event.preventDefault()
        if (draggedIndex >= 0 && draggedIndex !== index) flushSync(() => onMove(draggedIndex, index, "drag"))
      },
    }),
    /** Returns the properties of the part by which an entry is dragged, which is a shortcut for its buttons. */
    handle: (index: number) => ({
      draggable: true,
      onDragStart({ dataTransfer, currentTarget }: DragEvent<HTMLElement>) {
        dataTransfer.effectAllowed = "move"
        // Firefox starts no drag without data.
        dataTransfer.setData("text/plain", "")
        const entry = currentTarget.closest("li")
        if (entry) dataTransfer.setDragImage(entry, 24, 24)
        setDragged(keys[index])
      },
      onDragEnd() {
        setDragged(undefined)
        onDrop?.(draggedIndex)
      },
    }),
    /** Returns the properties of a button that moves an entry. */
    button: (from: number, to: number) => ({
      disabled: from === to || to < 0 || to >= keys.length,
      onPress(button: HTMLElement) {
        flushSync(() => onMove(from, to, "press"))
        // The browser takes the focus from an element that moves in the document.
        button.focus()
      },
    }),
  }
}

interface EntryButtonProps {
  icon: IconName
  label: string
  title?: string
  disabled?: boolean
  onPress: (button: HTMLElement) => void
  /** The text beside the icon. */
  children?: ReactNode
}

/** Moves or removes an entry. */
export function EntryButton({ icon, label, title = label, disabled = false, onPress, children }: EntryButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={title}
      // With `disabled`, the button would lose the focus at the end of the list.
      aria-disabled={disabled}
      className={`btn btn-ghost ${children ? "gap-1.5 px-3 font-medium" : "btn-square aria-disabled:opacity-40"}`}
      onClick={({ currentTarget }) => !disabled && onPress(currentTarget)}
    >
      <Icon name={icon} className={children ? "size-5" : "size-4.5"} />
      {children}
    </button>
  )
}

export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  return spliced(spliced(list, from, 1), to, 0, ...list.slice(from, from + 1))
}

/** Returns a copy of the list with some entries removed at an index, and others inserted there. */
export function spliced<Entry>(list: readonly Entry[], index: number, count: number, ...added: Entry[]): Entry[] {
  const copy = [...list]
  copy.splice(index, count, ...added)
  return copy
}
