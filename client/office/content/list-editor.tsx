import { type ReactNode, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { Icon } from "#client/icons/icon.tsx"
import { MoveButton } from "#client/office/ui/move-button.tsx"
import { moved, spliced, startEntryDrag, takesEntry } from "#client/office/ui/reorder.ts"
import { emptyValue, type FieldNode } from "#server/contract/content/field-tree.ts"
import type { EditorProps } from "./editor-props.ts"
import { AddPicture } from "./picture-input.tsx"
import { contentEditor } from "./texts.ts"

const texts = contentEditor.list

interface ListEditorProps extends EditorProps {
  renderEntry: (entry: EditorProps) => ReactNode
}

/** Edits the entries of a list, which buttons and dragging reorder. */
export function ListEditor({ renderEntry, ...props }: ListEditorProps) {
  const { node, value, path, errors, onChange } = props
  const entries = Array.isArray(value) ? value : []
  const keys = useEntryKeys(entries.length)
  const [dragged, setDragged] = useState<string>()
  const [announcement, setAnnouncement] = useState("")
  const [removed, setRemoved] = useState<{ entry: unknown; index: number }>()
  const list = useRef<HTMLOListElement>(null)
  const undoButton = useRef<HTMLButtonElement>(null)
  const { entry, max = Number.POSITIVE_INFINITY } = node
  if (!entry) return null
  const labelOf = (index: number) => `${entry.label} ${index + 1}`

  function insert(index: number, added: unknown) {
    keys.insert(index)
    setRemoved(undefined)
    onChange(path, spliced(entries, index, 0, added))
  }

  function move(from: number, to: number, button?: HTMLElement) {
    flushSync(() => {
      keys.move(from, to)
      onChange(path, moved(entries, from, to))
      setAnnouncement(texts.moved(entry?.label ?? "", to + 1))
    })
    // The browser takes the focus from an element that moves in the document.
    button?.focus()
  }

  function remove(index: number) {
    flushSync(() => {
      keys.remove(index)
      setRemoved({ entry: entries[index], index })
      onChange(path, spliced(entries, index, 1))
      setAnnouncement(texts.removed(labelOf(index)))
    })
    focusEntry(index)
  }

  function restore({ entry, index }: NonNullable<typeof removed>) {
    flushSync(() => insert(index, entry))
    focusEntry(index)
  }

  /** Moves the focus of a button that is gone to the entry at its place, or else to the last one. */
  function focusEntry(index: number) {
    const items = [...(list.current?.children ?? [])]
    const button = (items[index] ?? items[items.length - 1])?.querySelector("button") ?? undoButton.current
    button?.focus()
  }

  const isFull = entries.length >= max
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-2 flex w-full flex-wrap items-baseline justify-between gap-x-3 font-semibold">
        {node.label}
        <span className="text-sm font-normal text-base-content/75">{contentEditor.count(entries.length, max)}</span>
      </legend>
      {node.hint && <p className="text-sm text-base-content/75">{node.hint}</p>}
      {errors[path] && <p className="text-sm font-medium text-error">{errors[path]}</p>}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {entries.length > 1 && !isFull && (
        <AddEntry entry={entry} label={texts.addFirst} onAdd={(added) => insert(0, added)} />
      )}
      {entries.length === 0 && <p className="text-sm text-base-content/75">{texts.empty}</p>}
      <ol ref={list} className="grid grid-cols-1 gap-3">
        {entries.map((one, index) => (
          <Entry
            key={keys.of(index)}
            label={labelOf(index)}
            index={index}
            last={entries.length - 1}
            isDragged={dragged === keys.of(index)}
            onDrag={(isDragged) => setDragged(isDragged ? keys.of(index) : undefined)}
            onDraggedOver={() => {
              const from = dragged === undefined ? -1 : keys.indexOf(dragged)
              if (from >= 0 && from !== index) move(from, index)
            }}
            onMove={(to, button) => move(index, to, button)}
            onRemove={() => remove(index)}
          >
            {renderEntry({ ...props, node: entry, value: one, path: `${path}.${index}` })}
          </Entry>
        ))}
      </ol>
      {removed && (
        <p className="flex flex-wrap items-center gap-3 text-sm">
          {texts.removed(labelOf(removed.index))}
          <button ref={undoButton} type="button" className="btn" onClick={() => restore(removed)}>
            {texts.undo}
          </button>
        </p>
      )}
      {isFull ? (
        <p className="text-sm text-base-content/75">{texts.full(max)}</p>
      ) : (
        <AddEntry entry={entry} label={texts.add} onAdd={(added) => insert(entries.length, added)} />
      )}
    </fieldset>
  )
}

interface AddEntryProps {
  entry: FieldNode
  label: string
  onAdd: (added: unknown) => void
}

/** Adds an entry; one that is a picture or begins with one is added by choosing the picture. */
function AddEntry({ entry, label, onAdd }: AddEntryProps) {
  const text = `${label}\u00a0: ${entry.label.toLowerCase()}`
  const picture = entry.fields?.find(([, { kind }]) => kind === "picture")
  if (entry.kind === "picture") return <AddPicture label={text} onAdd={onAdd} />
  if (picture && picture === entry.fields?.[0]) {
    const [key] = picture
    return <AddPicture label={text} onAdd={(name) => onAdd({ ...(emptyValue(entry) as object), [key]: name })} />
  }
  return (
    <button
      type="button"
      className="btn btn-outline btn-primary justify-self-start"
      onClick={() => onAdd(emptyValue(entry))}
    >
      <Icon name="add" />
      {text}
    </button>
  )
}

interface EntryProps {
  label: string
  index: number
  last: number
  isDragged: boolean
  onDrag: (isDragged: boolean) => void
  onDraggedOver: () => void
  onMove: (to: number, button: HTMLElement) => void
  onRemove: () => void
  children: ReactNode
}

function Entry({ label, index, last, isDragged, children, ...on }: EntryProps) {
  return (
    <li
      onDragOver={(event) => takesEntry(event) && on.onDraggedOver()}
      className={`rounded-box border bg-base-100 p-[min(0.75rem,3vw)] ${isDragged ? "border-primary opacity-60" : "border-base-300"}`}
    >
      <div className="mb-1 flex flex-wrap items-center">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is a shortcut for the buttons beside */}
        <span
          draggable
          title={texts.drag}
          onDragStart={(event) => {
            startEntryDrag(event)
            on.onDrag(true)
          }}
          onDragEnd={() => on.onDrag(false)}
          className="grow cursor-grab py-2 text-sm font-semibold text-base-content/75"
        >
          {label}
        </span>
        <div className="ml-auto flex flex-wrap justify-end">
          <MoveButton
            icon="front"
            label={texts.first(label)}
            disabled={index === 0}
            onPress={(button) => on.onMove(0, button)}
          />
          <MoveButton
            icon="up"
            label={texts.up(label)}
            disabled={index === 0}
            onPress={(button) => on.onMove(index - 1, button)}
          />
          <MoveButton
            icon="down"
            label={texts.down(label)}
            disabled={index === last}
            onPress={(button) => on.onMove(index + 1, button)}
          />
          <MoveButton icon="delete" label={texts.remove(label)} disabled={false} onPress={() => on.onRemove()} />
        </div>
      </div>
      <div className="grid grid-cols-1 gap-4">{children}</div>
    </li>
  )
}

let made = 0

/** Returns React keys that move with the entries, whose content may be equal. */
function useEntryKeys(length: number) {
  const [keys, setKeys] = useState<readonly string[]>([])
  const known = Array.from({ length }, (_, index) => keys[index] ?? `initial ${index}`)
  function makeKey() {
    made += 1
    return `added ${made}`
  }
  return {
    of: (index: number) => known[index],
    indexOf: (key: string) => known.indexOf(key),
    insert: (index: number) => setKeys(spliced(known, index, 0, makeKey())),
    move: (from: number, to: number) => setKeys(moved(known, from, to)),
    remove: (index: number) => setKeys(spliced(known, index, 1)),
  }
}
