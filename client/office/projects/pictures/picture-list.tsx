import { useRef, useState } from "react"
import { flushSync } from "react-dom"
import { projectPictures as texts } from "#client/office/projects/texts.ts"
import { PictureItem } from "./picture-item.tsx"
import type { ProjectPicture, QueueAction } from "./upload-queue.ts"

interface PictureListProps {
  pictures: readonly ProjectPicture[]
  dispatch: (action: QueueAction) => void
  projectName: string
}

/** Shows the pictures in their order, which buttons and dragging change. */
export function PictureList({ pictures, dispatch, projectName }: PictureListProps) {
  const [dragged, setDragged] = useState<string>()
  const [announcement, setAnnouncement] = useState("")
  const list = useRef<HTMLOListElement>(null)

  function moveTo(key: string, index: number, button: HTMLElement) {
    flushSync(() => {
      dispatch({ type: "moved", key, to: index })
      setAnnouncement(texts.moved(index + 1))
    })
    // The browser takes the focus from an element that moves in the document.
    button.focus()
  }

  function remove(key: string) {
    dispatch({ type: "removed", key })
    setAnnouncement(texts.removed)
    // The pressed button is removed with its picture.
    list.current?.focus()
  }

  return (
    <>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      <ol ref={list} tabIndex={-1} aria-label={texts.list} className="@container grid gap-3">
        {pictures.map((picture, index) => (
          <PictureItem
            key={picture.key}
            picture={picture}
            index={index}
            last={pictures.length - 1}
            projectName={projectName}
            isDragged={dragged === picture.key}
            onDrag={setDragged}
            onDraggedOver={() =>
              dragged && dragged !== picture.key && dispatch({ type: "moved", key: dragged, to: index })
            }
            onMove={(to, button) => moveTo(picture.key, to, button)}
            onRemove={() => remove(picture.key)}
            dispatch={dispatch}
          />
        ))}
      </ol>
    </>
  )
}
