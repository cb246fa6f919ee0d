import { Icon } from "#client/icons/icon.tsx"
import { LogInAgain } from "#client/office/ui/log-in-again.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { passFocus } from "#client/ui/pass-focus.ts"
import { ProgressBar } from "#client/ui/progress-bar.tsx"
import { buttons } from "#client/ui/texts.ts"
import { isRetryable } from "#client/uploads/queued-pictures.ts"
import { InterruptionText } from "./interruption-text.tsx"
import { StoredUpload } from "./stored-upload.tsx"
import { pictureUploads as texts } from "./texts.ts"
import type { LibraryUpload, LibraryUploads } from "./use-library-uploads.ts"

interface UploadListProps extends LibraryUploads {
  /** It is defined where one picture is to be chosen. */
  onUse?: ((name: string) => void) | undefined
}

/** Lists the files that were just added, with the questions about each. */
export function UploadList({ uploads, decide, retry, remove, onUse }: UploadListProps) {
  if (uploads.length === 0) return null
  return (
    <section aria-label={texts.title} className="mb-6 grid grid-cols-1 gap-3">
      <p className="font-display text-lg font-bold">{texts.title}</p>
      <ul className="grid grid-cols-1 gap-3">
        {uploads.map((upload) => (
          <li key={upload.key} className="rounded-box border border-base-300 bg-base-100 p-3">
            <div className="mb-2 flex items-center justify-between gap-3">
              <p className="min-w-0 truncate font-medium">{upload.fileName}</p>
              {(upload.state === "stored" || upload.state === "failed") && (
                <button
                  ref={passFocus}
                  type="button"
                  aria-label={texts.remove(upload.fileName)}
                  className="btn btn-ghost btn-square"
                  onClick={() => remove(upload.key)}
                >
                  <Icon name="close" />
                </button>
              )}
            </div>
            {upload.picture ? (
              <StoredUpload
                picture={upload.picture}
                onDecided={(picture) => decide(upload.key, picture)}
                onUse={onUse}
              />
            ) : (
              <UploadState upload={upload} onRetry={() => retry(upload.key)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function UploadState({ upload, onRetry }: { upload: LibraryUpload; onRetry: () => void }) {
  const { state, progress, error, fileName } = upload
  return (
    <div className="grid gap-1.5 text-sm">
      {error && <Banner tone="error">{error.message}</Banner>}
      {state !== "failed" && (
        <>
          <ProgressBar label={texts.progress(fileName)} value={progress} />
          <p className="text-base-content/75">
            {state === "interrupted" ? (
              <InterruptionText retryAt={upload.retryAt} />
            ) : state === "waiting" ? (
              texts.waiting
            ) : (
              texts.sending(Math.floor(progress * 100))
            )}
          </p>
        </>
      )}
      {error?.status === 401 && <LogInAgain />}
      {isRetryable(upload) && (
        <button
          ref={passFocus}
          type="button"
          aria-label={texts.retry(fileName)}
          className="btn btn-outline btn-primary justify-self-start"
          onClick={onRetry}
        >
          <Icon name="retry" />
          {buttons.retry}
        </button>
      )}
    </div>
  )
}
