import { useMutation } from "@tanstack/react-query"
import { mutationOf, useApi } from "#client/app/api.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { Allowed } from "#client/office/frame/rights.tsx"
import { StaleList } from "#client/office/list/stale-list.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import type { LibraryPicture } from "#server/contract/content/pictures.ts"
import { LibraryThumbnail } from "./picture-thumbnail.tsx"
import { library as texts } from "./texts.ts"

interface TrashProps {
  pictures: readonly LibraryPicture[]
  isStale: boolean
  onRestored: (picture: LibraryPicture) => void
}

/** The deleted pictures that are not erased yet. */
export function Trash({ pictures, isStale, onRestored }: TrashProps) {
  const restoration = usePictureRestoration(onRestored)
  return (
    <>
      {restoration.isError && (
        <div className="mb-4">
          <Banner tone="error">{loadingFailure(texts.restorationFailed, restoration.error)}</Banner>
        </div>
      )}
      <StaleList
        isStale={isStale}
        className="grid grid-cols-1 gap-3 min-[22rem]:grid-cols-2 sm:grid-cols-3 md:gap-4 lg:grid-cols-4"
      >
        {pictures.map((picture) => (
          <li
            key={picture.name}
            className="grid content-start gap-2 rounded-box border border-base-300 bg-base-100 p-2"
          >
            <LibraryThumbnail picture={{ ...picture.picture, alt: "" }} />
            <p className="line-clamp-2 text-sm font-medium wrap-anywhere">{texts.nameOf(picture)}</p>
            {picture.deletedAt && <p className="text-sm text-base-content/75">{texts.erasedOn(picture.deletedAt)}</p>}
            <Allowed to="pictures.write">
              <BusyButton
                isBusy={restoration.isPending}
                aria-label={texts.restoreNamed(texts.nameOf(picture))}
                className="btn btn-outline btn-primary"
                onClick={() => restoration.mutate(picture)}
              >
                <Icon name="retry" />
                {texts.restore}
              </BusyButton>
            </Allowed>
          </li>
        ))}
      </StaleList>
    </>
  )
}

export function usePictureRestoration(onRestored: (picture: LibraryPicture) => void) {
  const { client, queries } = useApi()
  return useMutation({
    ...mutationOf((picture: LibraryPicture) => client.pictures.restore.mutate(picture.name)),
    async onSuccess(_restored, picture) {
      onRestored(picture)
      await queries.pictures.search.invalidate()
    },
  })
}
