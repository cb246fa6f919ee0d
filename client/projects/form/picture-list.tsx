import { useState } from "react"
import { flushSync } from "react-dom"
import { projectPictures as copy } from "#client/copy/admin-projects.ts"
import { PictureItem } from "./picture-item.tsx"
import type { TrayPicture } from "./queued-picture.ts"
import type { PictureTray } from "./upload-queue.ts"

interface PictureListProps {
  pictures: readonly TrayPicture[]
  tray: PictureTray
  projectName: string
}

/** The pictures in their order, which buttons and dragging change. */
export function PictureList({ pictures, tray, projectName }: PictureListProps) {
  const [dragged, setDragged] = useState<string>()
  const [news, setNews] = useState("")

  /** An element that is put elsewhere in the page loses the focus. */
  function moveTo(key: string, position: number, button: HTMLElement) {
    flushSync(() => {
      tray.move(key, position)
      setNews(copy.moved(position + 1))
    })
    button.focus()
  }

  function remove(key: string) {
    tray.remove(key)
    setNews(copy.removed)
  }

  return (
    <>
      <p aria-live="polite" className="sr-only">
        {news}
      </p>
      <ol aria-label={copy.list} className="@container grid gap-3">
        {pictures.map((picture, index) => (
          <PictureItem
            key={picture.key}
            picture={picture}
            index={index}
            last={pictures.length - 1}
            projectName={projectName}
            dragged={dragged === picture.key}
            onDrag={setDragged}
            onDraggedOver={() => dragged && dragged !== picture.key && tray.move(dragged, index)}
            onMove={(position, button) => moveTo(picture.key, position, button)}
            onDescribe={(said) => tray.describe(picture.key, said)}
            onRetry={() => tray.retry([picture.key])}
            onRemove={() => remove(picture.key)}
          />
        ))}
      </ol>
    </>
  )
}
