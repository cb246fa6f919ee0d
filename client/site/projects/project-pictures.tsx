import { errors } from "#client/app/failure-texts.ts"
import { Carousel } from "#client/pictures/carousel.tsx"
import type { PictureSource } from "#client/pictures/picture.tsx"
import { site } from "#client/site/frame/texts.ts"
import type { Sector } from "#server/contract/sectors.ts"

export const CARD_SIZES =
  "(min-width: 75rem) 24rem, (min-width: 48rem) calc(33.3vw - 2.3rem), (min-width: 40rem) calc(46vw - 0.8rem), calc(100vw - 2.5rem)"

interface ProjectPicturesProps {
  sector: Sector
  title: string
  pictures: readonly PictureSource[]
  sizes?: string
}

/** The carousel of a card; Élevage has its own placeholder for projects without pictures. */
export function ProjectPictures({ sector, title, pictures, sizes = CARD_SIZES }: ProjectPicturesProps) {
  const placeholder = sector === "Élevage"
  return (
    <Carousel
      pictures={pictures}
      label={site.projects.pictures(title)}
      sizes={sizes}
      failure={placeholder ? errors.noPictureLoaded(title) : undefined}
      fallback={placeholder && pictures.length > 0 ? <Placeholder /> : <Unavailable />}
    />
  )
}

function Placeholder() {
  return (
    <img
      src="/api/placeholder.jpg"
      alt={errors.imageUnavailable}
      width={1200}
      height={800}
      loading="lazy"
      className="size-full object-cover"
    />
  )
}

function Unavailable() {
  return <p className="flex size-full items-center justify-center text-base-content/75">{errors.imageUnavailable}</p>
}
