import { readingAction } from "#client/app/reading-action.ts"
import { ui } from "#client/ui/texts.ts"
import { Picture, type PictureSource } from "./picture.tsx"

const SIZES = "(min-width: 75rem) 24rem, (min-width: 48rem) calc(33.3vw - 2.3rem), calc(46vw - 0.4rem)"
const WIDE_SIZES = SIZES.replace("calc(46vw - 0.4rem)", "calc(100vw - 2.5rem)")

interface PictureGridProps {
  pictures: readonly (PictureSource & { caption?: string })[]
}

/** Pictures of a gallery. */
export function PictureGrid({ pictures }: PictureGridProps) {
  /** Whether the first of an odd number of pictures fills a row on phones, so that the last row is full. */
  function isWide(index: number) {
    return pictures.length % 2 === 1 && index === 0
  }

  return (
    <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-6">
      {Array.from(pictures.entries(), ([index, picture]) => (
        <li key={index} className={isWide(index) ? "max-md:col-span-2" : ""}>
          <figure>
            <button
              type="button"
              aria-label={ui.enlarge(picture.alt)}
              {...readingAction("enlarge")}
              className="framed group block w-full zoomable overflow-hidden rounded-box"
            >
              <Picture
                source={picture}
                sizes={isWide(index) ? WIDE_SIZES : SIZES}
                className="size-full object-cover motion-safe:transition-transform duration-250 ease-calm motion-safe:group-hover:scale-103"
              />
            </button>
            {picture.caption && (
              <figcaption className="my-2 text-sm text-base-content/75">{picture.caption}</figcaption>
            )}
          </figure>
        </li>
      ))}
    </ul>
  )
}
