import type { ReactNode } from "react"
import { NEAR, SHOWN } from "#client/app/document-state.ts"
import { readingAction } from "#client/app/reading-action.ts"
import { Icon } from "#client/icons/icon.tsx"
import { ui } from "#client/ui/texts.ts"
import { Picture, type PictureSource } from "./picture.tsx"

interface CarouselProps {
  pictures: readonly PictureSource[]
  label: string
  sizes: string
  /** It is shown if there is no picture or none can be loaded. */
  fallback: ReactNode
  /** The line in the console if none can be loaded. */
  failure?: string | undefined
}

/**
 * A row of pictures to be swiped, which buttons turn in a circle (app/reading-controls.ts). With scripts, the next one
 * is loaded after the first hover or focus, or with the data saver on only after the first turn.
 */
export function Carousel({ pictures, label, sizes, fallback, failure }: CarouselProps) {
  return (
    <section
      // Its state is that of these pictures.
      key={pictures.map(({ key }) => key).join()}
      aria-roledescription={ui.carousel}
      aria-label={label}
      className="carousel relative aspect-3/2 overflow-hidden bg-base-300"
      data-left={pictures.length === 0 ? 0 : undefined}
      data-failure={failure}
    >
      {pictures.length > 0 && (
        <ul className="slides">
          {pictures.map((picture, index) => (
            <li key={picture.key} {...(index === 0 && { [NEAR]: SHOWN })}>
              <Picture source={picture} sizes={sizes} className="size-full object-cover" />
            </li>
          ))}
        </ul>
      )}
      <div className="fallback">{fallback}</div>
      {pictures.length > 1 && (
        <div className="turns needs-script">
          <TurnButton side="left" action="previous" label={ui.previous} />
          <TurnButton side="right" action="next" label={ui.next} />
          <p
            aria-live="polite"
            className="count absolute bottom-3 right-3 rounded-full bg-neutral/85 px-2.5 py-0.5 text-sm text-neutral-content tabular-nums"
            suppressHydrationWarning
          >
            {`1 / ${pictures.length}`}
          </p>
        </div>
      )}
    </section>
  )
}

interface TurnButtonProps {
  side: "left" | "right"
  action: "previous" | "next"
  label: string
}

function TurnButton({ side, action, label }: TurnButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...readingAction(action)}
      className={`absolute top-1/2 flex size-11 -translate-y-1/2 cursor-pointer items-center justify-center rounded-full bg-base-100/90 text-neutral shadow-float motion-safe:transition-colors hover:bg-secondary ${
        side === "left" ? "left-2" : "right-2"
      }`}
    >
      <Icon name={side === "left" ? "chevronLeft" : "chevronRight"} className="size-6" />
    </button>
  )
}
