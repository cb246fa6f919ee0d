import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from "react"
import { Icon } from "#client/icons/icon.tsx"
import { ui } from "#client/ui/texts.ts"
import { Picture, type PictureSource } from "./picture.tsx"

interface LightboxProps {
  pictures: readonly PictureSource[]
  index: number | undefined
  onTurn: (index: number) => void
  onClose: () => void
}

/** Shows one picture at full size in a dialog. The arrow keys change it; Escape or a click outside closes. */
export function Lightbox({ pictures, index, onTurn, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const open = index !== undefined
  // Only showModal() makes a dialog modal; the `open` attribute does not.
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])

  function turn(step: number) {
    if (index !== undefined) onTurn((index + step + pictures.length) % pictures.length)
  }

  function turnByKey({ key }: KeyboardEvent) {
    if (key === "ArrowLeft") turn(-1)
    if (key === "ArrowRight") turn(1)
  }

  function closeOutside({ target, currentTarget }: MouseEvent) {
    if (target === currentTarget) onClose()
  }

  /** Ignores a late close event if the visitor has opened another picture since. */
  function closeUnlessReopened() {
    if (!dialog.current?.open) onClose()
  }

  const picture = index === undefined ? undefined : pictures[index]
  return (
    // A click on the dialog itself is outside the picture. On the keyboard, Escape and the button close it.
    <dialog
      ref={dialog}
      aria-label={picture && (picture.alt || ui.picture)}
      onCancel={onClose}
      onClose={closeUnlessReopened}
      onClick={closeOutside}
      onKeyDown={turnByKey}
      className="on-dark m-auto p-2 max-h-none max-w-none bg-transparent text-neutral-content backdrop:bg-neutral/90"
    >
      {picture && (
        <div className="grid w-[min(94vw,calc((100dvh-9rem)*1.5),90rem)] gap-3">
          <Picture
            key={picture.key}
            source={picture}
            sizes="min(94vw, (100vh - 9rem) * 1.5, 90rem)"
            first
            className="aspect-3/2 w-full rounded-box object-contain"
          />
          <div className="flex items-center justify-between gap-2">
            <p className="rounded-full bg-neutral px-3 py-1 tabular-nums" aria-live="polite">
              {(index ?? 0) + 1} / {pictures.length}
            </p>
            <div className="flex gap-2">
              <LightboxButton icon="chevronLeft" label={ui.previousPicture} onClick={() => turn(-1)} />
              <LightboxButton icon="chevronRight" label={ui.nextPicture} onClick={() => turn(1)} />
              <LightboxButton icon="close" label={ui.close} onClick={onClose} />
            </div>
          </div>
        </div>
      )}
    </dialog>
  )
}

interface LightboxButtonProps {
  icon: "chevronLeft" | "chevronRight" | "close"
  label: string
  onClick: () => void
}

function LightboxButton({ icon, label, onClick }: LightboxButtonProps) {
  return (
    <button type="button" aria-label={label} onClick={onClick} className="btn btn-circle btn-secondary size-12">
      <Icon name={icon} className="size-6" />
    </button>
  )
}
