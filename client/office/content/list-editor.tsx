import { type ReactNode, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { Icon } from "#client/icons/icon.tsx"
import { EntryButton, moved, type Sortable, spliced, useSortable } from "#client/office/ui/sortable.tsx"
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
  const [announcement, setAnnouncement] = useState("")
  const [removed, setRemoved] = useState<{ entry: unknown; index: number }>()
  const list = useRef<HTMLOListElement>(null)
  const undoButton = useRef<HTMLButtonElement>(null)
  const { entry, max = Number.POSITIVE_INFINITY } = node
  const sortable = useSortable({
    keys: keys.known,
    onMove(from, to) {
      keys.move(from, to)
      onChange(path, moved(entries, from, to))
      setAnnouncement(texts.moved(entry?.label ?? "", to + 1))
    },
  })
  if (!entry) return null
  const labelOf = (index: number) => `${entry.label} ${index + 1}`

  function insert(index: number, added: unknown) {
    keys.insert(index)
    setRemoved(undefined)
    onChange(path, spliced(entries, index, 0, added))
  }

  /** Adds an entry, in whose first field typing goes on. */
  function add(index: number, added: unknown) {
    flushSync(() => insert(index, added))
    list.current?.children[index]?.querySelector<HTMLElement>("input, textarea, select")?.focus()
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
        <AddEntry entry={entry} label={texts.addFirst(entry.label)} onAdd={(added) => add(0, added)} />
      )}
      {entries.length === 0 && <p className="text-sm text-base-content/75">{texts.empty}</p>}
      <ol ref={list} className="grid grid-cols-1 gap-3">
        {entries.map((one, index) => (
          <Entry
            key={keys.known[index]}
            label={labelOf(index)}
            index={index}
            sortable={sortable}
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
        <AddEntry entry={entry} label={texts.add(entry.label)} onAdd={(added) => add(entries.length, added)} />
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
  const picture = entry.fields?.find(([, { kind }]) => kind === "picture")
  if (entry.kind === "picture") return <AddPicture label={label} onAdd={onAdd} />
  if (picture && picture === entry.fields?.[0]) {
    const [key] = picture
    return <AddPicture label={label} onAdd={(name) => onAdd({ ...(emptyValue(entry) as object), [key]: name })} />
  }
  return (
    <button
      type="button"
      className="btn btn-outline btn-primary justify-self-start"
      onClick={() => onAdd(emptyValue(entry))}
    >
      <Icon name="add" />
      {label}
    </button>
  )
}

interface EntryProps {
  label: string
  index: number
  sortable: Sortable
  onRemove: () => void
  children: ReactNode
}

function Entry({ label, index, sortable, onRemove, children }: EntryProps) {
  return (
    <li
      {...sortable.entry(index)}
      className="rounded-box border border-base-300 bg-base-100 p-[min(0.75rem,3vw)] data-dragged:border-primary data-dragged:opacity-60"
    >
      <div className="mb-1 flex flex-wrap items-center">
        <span
          {...sortable.handle(index)}
          title={texts.drag}
          className="grow cursor-grab py-2 text-sm font-semibold text-base-content/75"
        >
          {label}
        </span>
        <div className="ml-auto flex flex-wrap justify-end">
          <EntryButton {...sortable.button(index, 0)} icon="front" label={texts.first(label)} />
          <EntryButton {...sortable.button(index, index - 1)} icon="up" label={texts.up(label)} />
          <EntryButton {...sortable.button(index, index + 1)} icon="down" label={texts.down(label)} />
          <EntryButton icon="delete" label={texts.remove(label)} onPress={onRemove} />
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
    known,
    insert: (index: number) => setKeys(spliced(known, index, 0, makeKey())),
    move: (from: number, to: number) => setKeys(moved(known, from, to)),
    remove: (index: number) => setKeys(spliced(known, index, 1)),
  }
}
