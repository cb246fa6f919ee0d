import { readingAction } from "#client/app/reading-action.ts"
import { fullName } from "#client/office/inbox/full-name.ts"
import { Gallery } from "#client/pictures/gallery.tsx"
import { Picture, type PictureSource } from "#client/pictures/picture.tsx"
import { ui } from "#client/ui/texts.ts"
import { VARIANT_WIDTHS, type VariantWidth } from "#server/contract/images.ts"
import type { MessageDetails } from "#server/contract/messages.ts"
import { requestTexts } from "./texts.ts"

const texts = requestTexts.pictures

/** Thumbnails of the private pictures of a request, which open in the lightbox. */
export function RequestPictures({ message }: { message: MessageDetails }) {
  const pictures = message.images.map((name, index) => pictureSource(name, texts.alt(fullName(message), index + 1)))
  return (
    <Gallery>
      <ul className="grid grid-cols-4 gap-2 sm:max-w-md">
        {pictures.map((picture) => (
          <li key={picture.key}>
            <button
              type="button"
              aria-label={ui.enlarge(picture.alt)}
              {...readingAction("enlarge")}
              className="block w-full cursor-zoom-in overflow-hidden rounded-field border border-base-300"
            >
              <Picture source={picture} sizes="7rem" className="aspect-square w-full object-cover" />
            </button>
          </li>
        ))}
      </ul>
    </Gallery>
  )
}

function pictureSource(name: string, alt: string): PictureSource {
  return {
    key: name,
    src: pictureUrl(name, 960),
    srcSet: VARIANT_WIDTHS.map((width) => `${pictureUrl(name, width)} ${width}w`).join(", "),
    type: undefined,
    width: 3,
    height: 2,
    colour: null,
    alt,
  }
}

function pictureUrl(name: string, width: VariantWidth): string {
  return `/api/admin/message-photos/${encodeURIComponent(name)}?w=${width}`
}
