import { useState } from "react"
import type { BundledPhoto } from "#client/bundled-photos/photo.ts"
import { Lightbox } from "./lightbox.tsx"
import { bundledSource, Picture } from "./picture.tsx"

const SIZES = "(min-width: 75rem) 24rem, (min-width: 48rem) 30vw, 46vw"
const WIDE_SIZES = SIZES.replace("46vw", "calc(100vw - 2.5rem)")

interface GalleryProps {
  photos: readonly { photo: BundledPhoto; caption?: string }[]
}

export function Gallery({ photos }: GalleryProps) {
  const [open, setOpen] = useState<number>()
  const pictures = photos.map(({ photo }) => bundledSource(photo))

  /** With an odd number of photos the first one fills a row on phones, so that the last row is full. */
  function isWide(index: number) {
    return photos.length % 2 === 1 && index === 0
  }

  return (
    <>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-5 md:grid-cols-3 md:gap-6">
        {photos.map(({ photo, caption }, index) => {
          const picture = bundledSource(photo)
          return (
            <li key={photo.path} className={isWide(index) ? "max-md:col-span-2" : ""}>
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
