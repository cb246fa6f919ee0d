import { groupBy } from "#client/app/group-by.ts"
import { Icon } from "#client/icons/icon.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { ProgressBar } from "#client/ui/progress-bar.tsx"
import { formatBytes } from "#client/uploads/bytes.ts"
import type { RejectedFile } from "#client/uploads/queued-pictures.ts"
import { contactPictureList as texts } from "./picture-texts.ts"
import type { RequestPicture } from "./picture-uploads.ts"

interface PictureListProps {
  pictures: readonly RequestPicture[]
  rejectedFiles: readonly RejectedFile[]
  onRemove: (id: string) => void
  onRetry: (id: string) => void
}

/** The pictures of a contact request, with their progress. */
export default function PictureList({ pictures, rejectedFiles, onRemove, onRetry }: PictureListProps) {
  const stored = pictures.filter(({ state }) => state === "stored").length
  return (
    <>
      {[...groupBy(rejectedFiles, ({ reason }) => reason)].map(([reason, files]) => (
        <Banner key={reason} tone="error" title={files.map(({ fileName }) => fileName).join(", ")}>
          {reason}
        </Banner>
      ))}
      {pictures.length > 0 && (
        <>
          <ul aria-label={texts.list} className="grid gap-2">
            {pictures.map((picture, index) => (
              <PictureItem
                key={picture.key}
                picture={picture}
                position={index + 1}
                onRemove={onRemove}
                onRetry={onRetry}
              />
            ))}
          </ul>
          <p role="status" className="text-sm">
            {texts.stored(stored, pictures.length)}
          </p>
        </>
      )}
    </>
  )
}

interface PictureItemProps extends Omit<PictureListProps, "pictures" | "rejectedFiles"> {
  picture: RequestPicture
  position: number
}

function PictureItem({ picture, position, onRemove, onRetry }: PictureItemProps) {
  const { key, state, progress, previewUrl, fileName, file, error } = picture
  return (
    <li className="rounded-box border border-base-300 bg-base-100 p-4 text-sm">
      <div className="flex items-center gap-3">
        <div className="size-12 shrink-0 overflow-hidden rounded-field bg-base-200">
          {previewUrl && <img src={previewUrl} alt={texts.name(position)} className="size-full object-cover" />}
        </div>
        <div className="min-w-0 grow">
          <p className="font-medium">{fileName}</p>
          <p>
            {stateText(picture)}
            {previewUrl && <span className="text-base-content/75"> · {formatBytes(file.size)}</span>}
          </p>
          {(state === "sending" || state === "interrupted") && (
            <ProgressBar label={texts.progress(position)} value={progress} />
          )}
        </div>
        <button
          type="button"
          aria-label={texts.of(texts.remove, position)}
          onClick={() => onRemove(key)}
          className="btn btn-ghost btn-square"
        >
          <Icon name="close" />
        </button>
      </div>
      {state === "failed" && (
        <div className="mt-2 flex flex-wrap items-center gap-x-3">
          <p className="grow text-error">{error?.message}</p>
          {previewUrl && (
            <button
              type="button"
              aria-label={texts.of(texts.retry, position)}
              onClick={() => onRetry(key)}
              className="btn btn-ghost"
            >
              {texts.retry}
            </button>
          )}
        </div>
      )}
    </li>
  )
}

function stateText({ state, progress }: RequestPicture): string {
  if (state === "sending")
    return progress < 1 ? texts.states.sending(Math.floor(progress * 100)) : texts.states.finishing
  return texts.states[state === "checking" ? "preparing" : state]
}
