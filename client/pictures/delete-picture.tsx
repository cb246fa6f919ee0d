import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { mutationOf, useApi } from "#client/api.ts"
import { pictureDetails as copy } from "#client/copy/admin-pictures.ts"
import { deletionFailure } from "#client/editing/deletion-failure.ts"
import { Icon } from "#client/icons/icon.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { ModalDialog } from "#client/ui/modal-dialog.tsx"
import type { PictureDetails } from "#server/contract/content/pictures.ts"
import { PictureUses } from "./picture-uses.tsx"

interface DeletePictureProps {
  details: PictureDetails
  onDeleted: () => void
}

/** Deletes without a question, since it can be undone for 30 days; tells where a picture is used instead. */
export function DeletePicture({ details: { name, uses }, onDeleted }: DeletePictureProps) {
  const { client, queries } = useApi()
  const [isUsedShown, setIsUsedShown] = useState(false)
  const deletion = useMutation({
    ...mutationOf(client.pictures.delete.mutate),
    async onSuccess() {
      onDeleted()
      await queries.pictures.search.invalidate()
    },
  })
  return (
    <>
      <button
        type="button"
        className="btn btn-outline btn-error"
        aria-busy={deletion.isPending}
        onClick={() => (uses.length > 0 ? setIsUsedShown(true) : deletion.mutate(name))}
      >
        <Icon name="delete" />
        {copy.delete}
      </button>
      {deletion.isError && <Banner tone="error">{deletionFailure("picture", deletion.error)}</Banner>}
      {isUsedShown && (
        <ModalDialog title={copy.usedTitle} onClose={() => setIsUsedShown(false)}>
          <p className="mb-2">{copy.usedText}</p>
          <PictureUses uses={uses} />
        </ModalDialog>
      )}
    </>
  )
}
