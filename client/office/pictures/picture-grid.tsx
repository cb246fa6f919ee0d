import { StaleList } from "#client/office/list/stale-list.tsx"
import type { LibraryPicture } from "#server/contract/content/pictures.ts"
import { LibraryThumbnail } from "./picture-thumbnail.tsx"
import { library as texts } from "./texts.ts"

interface PictureGridProps {
  pictures: readonly LibraryPicture[]
  /** Whether another search is loading. */
  isStale: boolean
  onOpen: (picture: LibraryPicture) => void
}

/** Shows each picture as a button that is named by its alternative text or its file. */
export function PictureGrid({ pictures, isStale, onOpen }: PictureGridProps) {
  return (
    <StaleList isStale={isStale} className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-4 lg:grid-cols-4">
      {pictures.map((picture) => (
        <li key={picture.name}>
          <button
            type="button"
            aria-label={texts.nameOf(picture)}
            className="grid size-full cursor-pointer content-start gap-2 rounded-box border border-base-300 bg-base-100 p-2 text-left hover:border-primary"
            onClick={() => onOpen(picture)}
          >
            <LibraryThumbnail picture={{ ...picture.picture, alt: "" }} />
            <span className="line-clamp-2 text-sm wrap-anywhere">{texts.nameOf(picture)}</span>
          </button>
        </li>
      ))}
    </StaleList>
  )
}
