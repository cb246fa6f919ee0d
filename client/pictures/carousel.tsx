import { type ReactNode, useState } from "react"
import { prefersReducedData } from "#client/app/data-saver.ts"
import { Icon } from "#client/icons/icon.tsx"
import { ui } from "#client/ui/texts.ts"
import { Picture, type PictureSource } from "./picture.tsx"

interface CarouselProps {
  pictures: readonly PictureSource[]
  label: string
  sizes: string
  /** It is shown if there is no picture or none can be loaded. */
  fallback: ReactNode
  onAllFailed?: () => void
}

/**
 * Shows one picture at a time, in a circle. The next one is preloaded after the first hover or focus, or with the data
 * saver on only after the first turn. A picture that fails is skipped and not counted.
 */
export function Carousel({ pictures, label, sizes, fallback, onAllFailed }: CarouselProps) {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const [position, setPosition] = useState(0)
  const [direction, setDirection] = useState(1)
  const [preloads, setPreloads] = useState(false)
  const loadable = pictures.filter(({ key }) => !failed.has(key))
  const total = loadable.length
  const index = total === 0 ? 0 : position % total
  const current = loadable[index]
  const next = preloads && total > 1 ? loadable[(index + 1) % total] : undefined

  function markFailed(key: string) {
    const failedIndex = loadable.findIndex((picture) => picture.key === key)
    if (failedIndex < 0) return
    setFailed(new Set([...failed, key]))
    // The next picture takes the failed one's index and is shown, unless the visitor is turning back.
    const keepsIndex = failedIndex > index || (failedIndex === index && direction > 0)
    const rest = Math.max(total - 1, 1)
    setPosition((keepsIndex ? index : index - 1 + rest) % rest)
    if (total === 1) onAllFailed?.()
  }

  function preloadNext() {
    if (!prefersReducedData()) setPreloads(true)
  }

  function turn(step: 1 | -1) {
    setPreloads(true)
    setDirection(step)
    setPosition((index + step + total) % total)
  }

  return (
    <section
      aria-roledescription={ui.carousel}
      aria-label={label}
      className="relative aspect-3/2 overflow-hidden bg-base-300"
      onPointerEnter={preloadNext}
      onFocus={preloadNext}
    >
      {current
        ? [current, ...(next ? [next] : [])].map((picture) => (
            <div key={picture.key} className={picture === current ? "size-full" : "invisible absolute inset-0"}>
              <Picture
                source={picture}
                sizes={sizes}
                className="size-full object-cover"
                onFailure={() => markFailed(picture.key)}
              />
            </div>
          ))
        : fallback}
      {total > 1 && (
        <>
          <TurnButton side="left" label={ui.previous} onClick={() => turn(-1)} />
          <TurnButton side="right" label={ui.next} onClick={() => turn(1)} />
          <p
            aria-live="polite"
            className="absolute bottom-3 right-3 rounded-full bg-neutral/85 px-2.5 py-0.5 text-sm text-neutral-content tabular-nums"
          >
            {index + 1} / {total}
          </p>
        </>
      )}
    </section>
  )
}

function TurnButton({ side, label, onClick }: { side: "left" | "right"; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`needs-script absolute top-1/2 flex size-11 -translate-y-1/2 cursor-pointer items-center justify-center rounded-full bg-base-100/90 text-neutral shadow-float motion-safe:transition-colors hover:bg-secondary ${
        side === "left" ? "left-2" : "right-2"
      }`}
    >
      <Icon name={side === "left" ? "chevronLeft" : "chevronRight"} className="size-6" />
    </button>
  )
}
