import { errors } from "#client/copy/errors.ts"
import { site } from "#client/copy/site.ts"
import { Carousel } from "#client/photos/carousel.tsx"
import type { PictureSource } from "#client/photos/picture.tsx"
import type { Sector } from "#server/contract/sectors.ts"

const SIZES = "(min-width: 75rem) 24rem, (min-width: 48rem) 30vw, (min-width: 40rem) 46vw, calc(100vw - 2.5rem)"

interface ProjectPicturesProps {
  sector: Sector
  title: string
  pictures: readonly PictureSource[]
}

/** The carousel of a card; Élevage has its own placeholder for projects without pictures. */
export function ProjectPictures({ sector, title, pictures }: ProjectPicturesProps) {
  const placeholder = sector === "Élevage"
  return (
    <Carousel
      pictures={pictures}
      label={site.projects.pictures(title)}
      sizes={SIZES}
      {...(placeholder && { onAllFailed: () => console.error(errors.noPictureLoaded(title)) })}
      fallback={placeholder && pictures.length > 0 ? <Placeholder /> : <Unavailable />}
    />
  )
}

function Placeholder() {
  return <img src="/api/placeholder.jpg" alt={errors.imageUnavailable} className="size-full object-cover" />
}

function Unavailable() {
  return <p className="flex size-full items-center justify-center text-base-content/75">{errors.imageUnavailable}</p>
}
