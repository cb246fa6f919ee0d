import { projectPage as copy } from "#client/copy/project-page.ts"
import { Picture, type PictureSource } from "#client/photos/picture.tsx"
import { FIRST_SIZES } from "./picture-sizes.ts"

const SIZES = "(min-width: 75rem) 23rem, (min-width: 48rem) 30vw, 46vw"
const WIDE_SIZES = SIZES.replace("46vw", "calc(100vw - 2.5rem)")

interface FirstPictureProps {
  picture: PictureSource
  onOpen: () => void
}

export function FirstPicture({ picture, onOpen }: FirstPictureProps) {
  return (
    <div className="bg-[linear-gradient(var(--color-base-200)_50%,var(--color-base-100)_50%)] md:wrap md:max-w-none md:px-0">
      <div className="md:wrap">
        <button
          type="button"
          aria-label={copy.enlarge(picture.alt)}
          onClick={onOpen}
          className="block w-full cursor-zoom-in overflow-hidden md:rounded-box"
        >
          <Picture
            source={picture}
            sizes={FIRST_SIZES}
            first
            className="aspect-3/2 w-full object-cover md:aspect-16/9 lg:aspect-2/1"
          />
        </button>
      </div>
    </div>
  )
}

interface OtherPicturesProps {
  pictures: readonly PictureSource[]
  onOpen: (index: number) => void
}

export function OtherPictures({ pictures, onOpen }: OtherPicturesProps) {
  /** Whether the first of an odd number of pictures fills a row on phones, so that the last row is full. */
  function isWide(index: number) {
    return pictures.length % 2 === 1 && index === 0
  }

  return (
    <section aria-labelledby="photos" className="wrap pb-[clamp(3rem,7vw,6rem)]">
      <h2 id="photos" className="mb-6 text-h2 md:mb-8">
        {copy.gallery}
      </h2>
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-6">
        {Array.from(pictures.entries(), ([index, picture]) => (
          <li key={index} className={isWide(index) ? "max-md:col-span-2" : ""}>
            <button
              type="button"
              aria-label={copy.enlarge(picture.alt)}
              onClick={() => onOpen(index)}
              className="framed group block w-full cursor-zoom-in overflow-hidden rounded-box"
            >
              <Picture
                source={picture}
                sizes={isWide(index) ? WIDE_SIZES : SIZES}
                className="size-full object-cover motion-safe:transition-transform duration-250 ease-calm motion-safe:group-hover:scale-103"
              />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
