import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { useApi } from "#client/app/api.ts"
import { formatDate } from "#client/app/dates.ts"
import { Loaded } from "#client/office/frame/loaded.tsx"
import { Allowed } from "#client/office/frame/rights.tsx"
import { ModalDialog } from "#client/office/ui/modal-dialog.tsx"
import type { PictureDetails } from "#server/contract/content/pictures.ts"
import { DescriptionForm } from "./description-form.tsx"
import { PictureActions } from "./picture-actions.tsx"
import { LibraryThumbnail } from "./picture-thumbnail.tsx"
import { PictureUses } from "./picture-uses.tsx"
import { pictureDetails as texts } from "./texts.ts"

interface DetailsDialogProps {
  name: string
  onReplaced: () => void
  onDeleted: (picture: PictureDetails) => void
  onClose: () => void
}

/** Shows the details of one picture, with actions on it. */
export function DetailsDialog({ name, onReplaced, onDeleted, onClose }: DetailsDialogProps) {
  const { queries } = useApi()
  // Uses and variants may have changed, and uses decide whether the picture can be deleted.
  const details = useQuery(queries.pictures.get.queryOptions(name, { staleTime: 0, gcTime: 0 }))
  const [isUnsaved, setIsUnsaved] = useState(false)
  return (
    <ModalDialog title={texts.title} isUnsaved={isUnsaved} onClose={onClose}>
      <Loaded
        query={details}
        failed={texts.loadingError}
        skeleton={
          <div aria-busy="true">
            <p className="sr-only">{texts.loading}</p>
            <div className="skeleton h-96" />
          </div>
        }
      >
        {(loaded) => (
          <div className="grid gap-8 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <Allowed to="pictures.write" otherwise={<LibraryThumbnail picture={loaded.picture} />}>
              <DescriptionForm details={loaded} onUnsaved={setIsUnsaved} />
            </Allowed>
            <div className="grid content-start gap-6">
              <PictureFacts details={loaded} />
              <Allowed to="pictures.write">
                <PictureActions details={loaded} onReplaced={onReplaced} onDeleted={onDeleted} />
              </Allowed>
            </div>
          </div>
        )}
      </Loaded>
    </ModalDialog>
  )
}

/** The size, weights and uses of a picture. */
function PictureFacts({ details }: { details: PictureDetails }) {
  const { name, fileName, picture, bytes, createdAt, variants, uses } = details
  return (
    <div className="grid gap-5">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <Fact label={texts.fileName}>{fileName ?? name}</Fact>
        <Fact label={texts.size}>{texts.pixels(picture)}</Fact>
        <Fact label={texts.weight}>{texts.bytes(bytes)}</Fact>
        {createdAt && <Fact label={texts.addedOn}>{formatDate(createdAt)}</Fact>}
      </dl>
      <div>
        <h3 className="mb-1 text-base">{texts.uses}</h3>
        <PictureUses uses={uses} />
      </div>
      <div>
        <h3 className="mb-1 text-base">{texts.variants}</h3>
        {variants.length === 0 && <p className="text-base-content/75">{texts.noVariants}</p>}
        <dl className="grid grid-cols-[auto_auto] justify-start gap-x-6 gap-y-1 text-sm tabular-nums">
          {variants.map((variant) => (
            <Fact key={`${variant.width} ${variant.format}`} label={texts.variant(variant)}>
              {texts.bytes(variant.bytes)}
            </Fact>
          ))}
        </dl>
      </div>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-base-content/75">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  )
}
