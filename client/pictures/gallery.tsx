import type { ReactNode } from "react"
import { readingAction } from "#client/app/reading-action.ts"
import { Icon } from "#client/icons/icon.tsx"
import { ui } from "#client/ui/texts.ts"

/**
 * The pictures in it whose buttons have the action "enlarge" open in a dialog, one at a time (app/reading-controls.ts).
 * The arrow keys turn them; Escape or a click outside closes.
 */
export function Gallery({ as: Element = "div", children }: { as?: "div" | "article"; children: ReactNode }) {
  return (
    <Element data-gallery="">
      {children}
      <dialog
        aria-label={ui.picture}
        className="lightbox on-dark m-auto max-h-none max-w-none bg-transparent p-2 text-neutral-content backdrop:bg-neutral/90"
        suppressHydrationWarning
      >
        <div className="grid w-[min(94vw,calc((100dvh-9rem)*1.5),90rem)] gap-3">
          {/* A text, though empty, makes React leave to the script what stands here. */}
          <div className="large" suppressHydrationWarning>
            {""}
          </div>
          <div className="flex items-center justify-between gap-2">
            <p
              className="count rounded-full bg-neutral px-3 py-1 tabular-nums"
              aria-live="polite"
              suppressHydrationWarning
            >
              {""}
            </p>
            <div className="flex gap-2">
              <LightboxButton icon="chevronLeft" label={ui.previousPicture} action="previous" />
              <LightboxButton icon="chevronRight" label={ui.nextPicture} action="next" />
              <LightboxButton icon="close" label={ui.close} action="close" />
            </div>
          </div>
        </div>
      </dialog>
    </Element>
  )
}

interface LightboxButtonProps {
  icon: "chevronLeft" | "chevronRight" | "close"
  label: string
  action: "previous" | "next" | "close"
}

function LightboxButton({ icon, label, action }: LightboxButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...readingAction(action)}
      className="btn btn-circle btn-secondary size-12"
    >
      <Icon name={icon} className="size-6" />
    </button>
  )
}
