import { readingAction } from "#client/app/reading-action.ts"
import { Picture, type PictureSource } from "#client/pictures/picture.tsx"
import { PictureGrid } from "#client/pictures/picture-grid.tsx"
import { ui } from "#client/ui/texts.ts"
import { FIRST_SIZES } from "./picture-sizes.ts"
import { projectPage as texts } from "./texts.ts"

export function FirstPicture({ picture }: { picture: PictureSource }) {
  return (
    <div className="bg-[linear-gradient(var(--color-base-200)_50%,var(--color-base-100)_50%)]">
      <div className="md:wrap">
        <button
          type="button"
          aria-label={ui.enlarge(picture.alt)}
          {...readingAction("enlarge")}
          className="block w-full zoomable overflow-hidden md:rounded-box"
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

export function OtherPictures({ pictures }: { pictures: readonly PictureSource[] }) {
  return (
    <section aria-labelledby="photos" className="wrap pb-[clamp(3rem,7vw,6rem)]">
      <h2 id="photos" className="mb-6 text-h2 md:mb-8">
        {texts.gallery}
      </h2>
      <PictureGrid pictures={pictures} />
    </section>
  )
}
