import { useState } from "react"
import { requestCopy } from "#client/copy/admin-request.ts"
import { ui } from "#client/copy/ui.ts"
import { fullName } from "#client/messages/full-name.ts"
import { Lightbox } from "#client/photos/lightbox.tsx"
import type { PictureSource } from "#client/photos/picture.tsx"
import { VARIANT_WIDTHS, type VariantWidth } from "#server/contract/images.ts"
import type { MessageDetails } from "#server/contract/messages.ts"

const copy = requestCopy.photos

/** Thumbnails of the private pictures of a request, which open in the lightbox. */
export function RequestPhotos({ message }: { message: MessageDetails }) {
  const [open, setOpen] = useState<number>()
  const pictures = message.images.map((name, index) => photoSource(name, copy.alt(fullName(message), index + 1)))
  return (
    <>
      <ul className="grid grid-cols-4 gap-2 sm:max-w-md">
        {pictures.map((picture, index) => (
          <li key={picture.key}>
            <button
              type="button"
              aria-label={ui.enlarge(picture.alt)}
              onClick={() => setOpen(index)}
              className="block w-full cursor-zoom-in overflow-hidden rounded-field border border-base-300"
            >
              <img
                src={photoUrl(picture.key, 320)}
                alt={picture.alt}
                loading="lazy"
                className="aspect-square w-full object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
      <Lightbox pictures={pictures} index={open} onTurn={setOpen} onClose={() => setOpen(undefined)} />
    </>
  )
}

function photoSource(name: string, alt: string): PictureSource {
  return {
    key: name,
    src: photoUrl(name, 960),
    srcSet: VARIANT_WIDTHS.map((width) => `${photoUrl(name, width)} ${width}w`).join(", "),
    type: undefined,
    width: 3,
    height: 2,
    colour: null,
    alt,
  }
}

function photoUrl(name: string, width: VariantWidth): string {
  return `/api/admin/message-photos/${encodeURIComponent(name)}?w=${width}`
}
