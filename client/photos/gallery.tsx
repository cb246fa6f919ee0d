import { useState } from "react"
import type { GalleryPhoto } from "#client/copy/sector-copy.ts"
import { Lightbox } from "./lightbox.tsx"
import { bundledSource, Picture } from "./picture.tsx"

const SIZES = "(min-width: 75rem) 24rem, (min-width: 48rem) 33vw, (min-width: 26rem) 50vw, 92vw"

/** Photos that grow to full size when they are pressed. */
export function Gallery({ photos }: { photos: readonly GalleryPhoto[] }) {
  const [open, setOpen] = useState<number>()
  const pictures = photos.map(({ photo }) => bundledSource(photo))
  return (
    <>
      <ul className="grid gap-4 xs:grid-cols-2 md:grid-cols-3 md:gap-6">
        {photos.map(({ photo, caption }, index) => {
          const picture = bundledSource(photo)
          return (
            <li key={photo}>
              <figure>
                <button
                  type="button"
                  aria-label={`Agrandir : ${picture.alt}`}
                  onClick={() => setOpen(index)}
                  className="group block w-full cursor-zoom-in overflow-hidden rounded-box"
                >
                  <Picture
                    source={picture}
                    sizes={SIZES}
                    className="aspect-3/2 w-full object-cover motion-safe:transition-transform duration-250 ease-calm motion-safe:group-hover:scale-103"
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
