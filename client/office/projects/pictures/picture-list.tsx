import { useRef, useState } from "react"
import { projectPictures as texts } from "#client/office/projects/texts.ts"
import { useSortable } from "#client/office/ui/sortable.tsx"
import { PictureItem } from "./picture-item.tsx"
import type { PicturesAction, ProjectPicture } from "./project-pictures.ts"

interface PictureListProps {
  pictures: readonly ProjectPicture[]
  dispatch: (action: PicturesAction) => void
  projectName: string
}

/** Shows the pictures in their order, which buttons and dragging change. */
export function PictureList({ pictures, dispatch, projectName }: PictureListProps) {
  const [announcement, setAnnouncement] = useState("")
  const list = useRef<HTMLOListElement>(null)

  const keys = pictures.map(({ key }) => key)
  const sortable = useSortable({
    keys,
    onMove(from, to, how) {
      dispatch({ type: "moved", key: keys[from] ?? "", to })
      if (how === "press") setAnnouncement(texts.moved(to + 1))
    },
  })

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
            sortable={sortable}
            projectName={projectName}
            onRemove={() => remove(picture.key)}
            dispatch={dispatch}
          />
        ))}
      </ol>
    </>
  )
}
