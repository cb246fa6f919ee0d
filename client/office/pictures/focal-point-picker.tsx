import { type KeyboardEvent, type MouseEvent, useId } from "react"
import { contentSource, Picture } from "#client/pictures/picture.tsx"
import type { ContentPicture } from "#server/contract/content/public.ts"
import type { FocalPoint as Point } from "#server/contract/project-drafts.ts"
import { pictureDetails as texts } from "./texts.ts"

const CENTRE: Point = { x: 50, y: 50 }

/** The percentage by which an arrow key moves the marker. */
const STEP = 5

const moves: Record<string, Point> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

interface FocalPointPickerProps {
  picture: ContentPicture
  point: Point | null
  onChange: (point: Point | null) => void
}

/** Shows the whole picture with a marker, which a tap or the arrow keys move. */
export function FocalPointPicker({ picture, point, onChange }: FocalPointPickerProps) {
  const id = useId()
  const { x, y } = point ?? CENTRE
  const source = contentSource({ ...picture, alt: "" })

  function tap({ clientX, clientY, detail, currentTarget }: MouseEvent) {
    // A click by Enter or the space bar has no position.
    if (detail === 0) return
    const box = currentTarget.getBoundingClientRect()
    onChange({
      x: percent((clientX - box.left) / box.width),
      y: percent((clientY - box.top) / box.height),
    })
  }

  function press(event: KeyboardEvent) {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    onChange({ x: bounded(x + move.x), y: bounded(y + move.y) })
  }

  return (
    <div className="grid content-start justify-items-start gap-2">
      <button
        type="button"
        aria-label={texts.focus}
        aria-describedby={`${id}-help ${id}-place`}
        className="relative block cursor-crosshair"
        // The width reserves the space of the picture, at most 60 % of the screen's height, before it is loaded.
        style={{ width: `min(100%, ${(60 * source.width) / source.height}dvh)` }}
        onClick={tap}
        onKeyDown={press}
      >
        <Picture source={source} sizes="(min-width: 64rem) 32rem, 92vw" className="block w-full rounded-field" />
        <span
          aria-hidden="true"
          data-marker
          className="pointer-events-none absolute size-8 -translate-1/2 rounded-full border-4 border-white bg-primary/40 shadow-float outline-2 outline-primary"
          style={{ left: `${x}%`, top: `${y}%` }}
        />
      </button>
      <p id={`${id}-help`} className="text-sm text-base-content/75">
        {texts.focusHelp}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p id={`${id}-place`} aria-live="polite" className="text-sm font-medium tabular-nums">
          {texts.focusAt(x, y)}
        </p>
        <button type="button" className="btn btn-ghost" disabled={!point} onClick={() => onChange(null)}>
          {texts.center}
        </button>
      </div>
    </div>
  )
}

function percent(share: number): number {
  return bounded(Math.round(share * 100))
}

function bounded(value: number): number {
  return Math.min(100, Math.max(0, value))
}
