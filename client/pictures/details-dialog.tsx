import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "#client/api.ts"
import { pictureDetails as copy } from "#client/copy/admin-pictures.ts"
import { loadingFailure } from "#client/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { Allowed } from "#client/rights.tsx"
import { LoadFailure } from "#client/ui/load-failure.tsx"
import { ModalDialog } from "#client/ui/modal-dialog.tsx"
import { useLoadError } from "#client/use-load-error.ts"
import type { PictureDetails } from "#server/contract/content/pictures.ts"
import { DeletePicture } from "./delete-picture.tsx"
import { DescriptionForm } from "./description-form.tsx"
import { PictureFacts } from "./picture-facts.tsx"
import { LibraryThumbnail } from "./picture-thumbnail.tsx"
import { ReplacePicture } from "./replace-picture.tsx"

interface DetailsDialogProps {
  name: string
  onReplaced: () => void
  onDeleted: (picture: PictureDetails) => void
  onClose: () => void
}

/** Shows the facts of one picture, and the actions on it. */
export function DetailsDialog({ name, onReplaced, onDeleted, onClose }: DetailsDialogProps) {
  const { queries } = useApi()
  // Uses and variants change by themselves: what was read before must not decide whether a picture can be deleted.
  const details = useQuery(queries.pictures.get.queryOptions(name, { staleTime: 0, gcTime: 0 }))
  const failure = useLoadError(details)
  return (
    <ModalDialog title={copy.title} onClose={onClose}>
      {failure && <LoadFailure text={loadingFailure(copy.loadingError, failure)} onRetry={() => details.refetch()} />}
      {!details.data && !failure && (
        <div aria-busy="true">
          <p className="sr-only">{copy.loading}</p>
          <div className="skeleton h-96" />
        </div>
      )}
      {details.data && (
        <div className="grid gap-8 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Allowed to="pictures.write" otherwise={<LibraryThumbnail picture={details.data.picture} />}>
            <DescriptionForm details={details.data} />
          </Allowed>
          <div className="grid content-start gap-6">
            <PictureFacts details={details.data} />
            <Allowed to="pictures.write">
              <Actions details={details.data} onReplaced={onReplaced} onDeleted={onDeleted} />
            </Allowed>
          </div>
        </div>
      )}
    </ModalDialog>
  )
}

interface ActionsProps extends Pick<DetailsDialogProps, "onReplaced" | "onDeleted"> {
  details: PictureDetails
}

function Actions({ details, onReplaced, onDeleted }: ActionsProps) {
  const [isReplacing, setIsReplacing] = useState(false)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <button type="button" className="btn btn-outline btn-primary" onClick={() => setIsReplacing(true)}>
          <Icon name="addImage" />
          {copy.replace}
        </button>
        {!details.isBundled && <DeletePicture details={details} onDeleted={() => onDeleted(details)} />}
      </div>
      {details.isBundled && <p className="text-sm text-base-content/75">{copy.bundled}</p>}
      {isReplacing && (
        <ReplacePicture details={details} onReplaced={onReplaced} onClose={() => setIsReplacing(false)} />
      )}
    </div>
  )
}
