import { useState } from "react"
import type { GalleryPhoto } from "#server/contract/content/public.ts"
import { Lightbox } from "./lightbox.tsx"
import { contentSource, Picture } from "./picture.tsx"

const SIZES = "(min-width: 75rem) 24rem, (min-width: 48rem) 30vw, 46vw"
const WIDE_SIZES = SIZES.replace("46vw", "calc(100vw - 2.5rem)")

interface GalleryProps {
  photos: readonly GalleryPhoto[]
}

export function Gallery({ photos }: GalleryProps) {
  const [open, setOpen] = useState<number>()
  const pictures = photos.map(({ photo }) => contentSource(photo))

  /** Whether the first of an odd number of photos fills a row on phones, so that the last row is full. */
  function isWide(index: number) {
    return photos.length % 2 === 1 && index === 0
  }

  return (
    <>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-5 md:grid-cols-3 md:gap-6">
        {Array.from(photos.entries(), ([index, { photo, caption }]) => {
          const picture = contentSource(photo)
          return (
            <li key={index} className={isWide(index) ? "max-md:col-span-2" : ""}>
              <figure>
                <button
                  type="button"
                  aria-label={`Agrandir : ${picture.alt}`}
                  onClick={() => setOpen(index)}
                  className="framed group block w-full cursor-zoom-in overflow-hidden rounded-box"
                >
                  <Picture
                    source={picture}
                    sizes={isWide(index) ? WIDE_SIZES : SIZES}
                    className="size-full object-cover motion-safe:transition-transform duration-250 ease-calm motion-safe:group-hover:scale-103"
                  />
                </button>
                {caption && <figcaption className="mt-2 text-sm text-base-content/75">{caption}</figcaption>}
              </figure>
            </li>
          )
        })}
      </ul>
      <Lightbox pictures={pictures} index={open} onTurn={setOpen} onClose={() => setOpen(undefined)} />
    </>
  )
}
