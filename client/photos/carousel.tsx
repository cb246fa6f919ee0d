import { type ReactNode, useState } from "react"
import { Icon } from "#client/ui/icon.tsx"
import { prefersReducedData } from "./data-saver.ts"
import { Picture, type PictureSource } from "./picture.tsx"

interface CarouselProps {
  pictures: readonly PictureSource[]
  /** What the pictures show, for screen readers. */
  label: string
  sizes: string
  /** Stands in when no picture can be shown. */
  fallback: ReactNode
  onAllFailed?: () => void
}

/**
 * One picture at a time, turning round at both ends. The one ahead is fetched once somebody turns to the carousel, or
 * turns it where data is to be saved; one that fails is skipped and lowers the total.
 */
export function Carousel({ pictures, label, sizes, fallback, onAllFailed }: CarouselProps) {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const [position, setPosition] = useState(0)
  const [direction, setDirection] = useState(1)
  const [used, setUsed] = useState(false)
  const loadable = pictures.filter(({ key }) => !failed.has(key))
  const total = loadable.length
  const index = total === 0 ? 0 : position % total
  const current = loadable[index]
  const ahead = used && total > 1 ? loadable[(index + 1) % total] : undefined

  function markFailed(key: string) {
    const gone = loadable.findIndex((picture) => picture.key === key)
    if (gone < 0) return
    setFailed(new Set([...failed, key]))
    // The picture after it moves into its place, unless one came to it from there.
    const stays = gone > index || (gone === index && direction > 0)
    const left = Math.max(total - 1, 1)
    setPosition((stays ? index : index - 1 + left) % left)
    if (total === 1) onAllFailed?.()
  }

  function turnTo() {
    if (!prefersReducedData()) setUsed(true)
  }

  function turn(step: 1 | -1) {
    setUsed(true)
    setDirection(step)
    setPosition((index + step + total) % total)
  }

  return (
    <section
      aria-roledescription="carrousel"
      aria-label={label}
      className="relative aspect-3/2 overflow-hidden bg-base-300"
      onPointerEnter={turnTo}
      onFocus={turnTo}
    >
      {current
        ? [current, ...(ahead ? [ahead] : [])].map((picture) => (
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
          <TurnButton side="left" label="Précédent" onClick={() => turn(-1)} />
          <TurnButton side="right" label="Suivant" onClick={() => turn(1)} />
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
      <Icon name={side === "left" ? "previous" : "next"} className="size-6" />
    </button>
  )
}
