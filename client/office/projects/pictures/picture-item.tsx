import { useState } from "react"
import { Icon } from "#client/icons/icon.tsx"
import { projectPictures as texts } from "#client/office/projects/texts.ts"
import { UploadedThumbnail } from "#client/office/projects/uploaded-thumbnail.tsx"
import { startEntryDrag, takesEntry } from "#client/office/ui/reorder.ts"
import { isInProgress } from "#client/uploads/queued-pictures.ts"
import { PictureActions } from "./picture-actions.tsx"
import { PictureState } from "./picture-state.tsx"
import { AltText, Decorative } from "./picture-text.tsx"
import type { Description, ProjectPicture, QueueAction } from "./upload-queue.ts"

interface PictureItemProps {
  picture: ProjectPicture
  /** The index of the picture, and below that of the last one. */
  index: number
  last: number
  projectName: string
  isDragged: boolean
  onDrag: (key: string | undefined) => void
  onDraggedOver: () => void
  onMove: (index: number, button: HTMLElement) => void
  onRemove: () => void
  dispatch: (action: QueueAction) => void
}

export function PictureItem({ picture, index, last, projectName, isDragged, dispatch, ...on }: PictureItemProps) {
  const { key, previewUrl, name, state } = picture
  const position = index + 1

  function describe(description: Description) {
    dispatch({ type: "changed", key, changes: description })
  }

  return (
    <li
      onDragOver={(event) => takesEntry(event) && on.onDraggedOver()}
      className={`grid grid-cols-[min(6rem,30%)_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-box border bg-base-100 p-3 sm:grid-cols-[min(8rem,30%)_minmax(0,1fr)] ${isDragged ? "border-primary opacity-60" : "border-base-300"}`}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is a shortcut for the buttons below */}
      <div
        draggable
        title={texts.drag}
        onDragStart={(event) => {
          startEntryDrag(event)
          on.onDrag(key)
        }}
        onDragEnd={() => on.onDrag(undefined)}
        className="relative cursor-grab self-start sm:row-span-2"
      >
        {previewUrl ? (
          <PicturePreview source={previewUrl} isMeasured={state !== "checking"} />
        ) : (
          <UploadedThumbnail name={name} className="aspect-3/2 w-full" />
        )}
        <p className="absolute top-1 left-1 rounded-full bg-neutral/85 px-2 py-0.5 text-xs text-neutral-content">
          {index === 0 ? texts.first : position}
        </p>
      </div>
      <div className="grid gap-1.5 max-sm:col-span-2 max-sm:row-start-2">
        <AltText picture={picture} position={position} projectName={projectName} onDescribe={describe} />
      </div>
      <div className="grid content-start">
        <Decorative picture={picture} position={position} onDescribe={describe} />
        <PictureState
          picture={picture}
          position={position}
          onRetry={() => dispatch({ type: "retried", keys: [key] })}
        />
      </div>
      <PictureActions
        position={position}
        last={last + 1}
        isInProgress={isInProgress(picture)}
        isFailed={state === "failed"}
        onMove={on.onMove}
        onRemove={on.onRemove}
      />
    </li>
  )
}

/** Shows a selected file, or an icon if the browser cannot. */
function PicturePreview({ source, isMeasured }: { source: string; isMeasured: boolean }) {
  const [failed, setFailed] = useState(false)
  const shape = "aspect-3/2 w-full rounded-field bg-base-300"
  // A picture that is too large must not be drawn before it is rejected.
  if (!isMeasured) return <span className={`${shape} block`} />
  if (failed) {
    return (
      <span className={`${shape} grid content-end justify-center pb-1 text-error`}>
        <Icon name="alert" className="size-7" />
      </span>
    )
  }
  return (
    <img src={source} alt="" draggable={false} className={`${shape} object-cover`} onError={() => setFailed(true)} />
  )
}
