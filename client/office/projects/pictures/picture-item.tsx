import { useState } from "react"
import { Icon } from "#client/icons/icon.tsx"
import { projectPictures as texts } from "#client/office/projects/texts.ts"
import { UploadedThumbnail } from "#client/office/projects/uploaded-thumbnail.tsx"
import type { Sortable } from "#client/office/ui/sortable.tsx"
import { isInProgress } from "#client/uploads/queued-pictures.ts"
import { PictureActions } from "./picture-actions.tsx"
import { PictureState } from "./picture-state.tsx"
import { AltText, Decorative } from "./picture-text.tsx"
import type { Description, PicturesAction, ProjectPicture } from "./project-pictures.ts"

interface PictureItemProps {
  picture: ProjectPicture
  index: number
  sortable: Sortable
  projectName: string
  onRemove: () => void
  dispatch: (action: PicturesAction) => void
}

export function PictureItem({ picture, index, sortable, projectName, onRemove, dispatch }: PictureItemProps) {
  const { key, previewUrl, name, state } = picture
  const position = index + 1

  function describe(description: Description) {
    dispatch({ type: "changed", key, changes: description })
  }

  return (
    <li
      {...sortable.entry(index)}
      className="grid grid-cols-[min(6rem,30%)_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-box border border-base-300 bg-base-100 p-3 data-dragged:border-primary data-dragged:opacity-60 sm:grid-cols-[min(8rem,30%)_minmax(0,1fr)]"
    >
      <div {...sortable.handle(index)} title={texts.drag} className="relative cursor-grab self-start sm:row-span-2">
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
        index={index}
        sortable={sortable}
        isInProgress={isInProgress(picture)}
        isFailed={state === "failed"}
        onRemove={onRemove}
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
