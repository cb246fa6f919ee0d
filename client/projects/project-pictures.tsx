import { errors } from "#client/copy/errors.ts"
import { Carousel } from "#client/photos/carousel.tsx"
import type { PictureSource } from "#client/photos/picture.tsx"
import type { Sector } from "#server/contract/sectors.ts"

const SIZES = "(min-width: 75rem) 24rem, (min-width: 48rem) 30vw, (min-width: 40rem) 46vw, calc(100vw - 2.5rem)"

interface ProjectPicturesProps {
  sector: Sector
  title: string
  pictures: readonly PictureSource[]
}

/** A card's carousel; where no picture can be shown, élevage has a placeholder and a line in the console (§3). */
export function ProjectPictures({ sector, title, pictures }: ProjectPicturesProps) {
  const placeholder = sector === "Élevage"
  return (
    <Carousel
      pictures={pictures}
      label={`Photos : ${title}`}
      sizes={SIZES}
      {...(placeholder && {
        onAllFailed: () => console.error(`Aucune image du projet « ${title} » n’a pu être chargée.`),
      })}
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
