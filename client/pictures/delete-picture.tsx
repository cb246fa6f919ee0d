import { useMutation } from "@tanstack/react-query"
import { mutationOf, useApi } from "#client/api.ts"
import { pictureDetails as copy } from "#client/copy/admin-pictures.ts"
import { deletionFailure } from "#client/failures.ts"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import { ModalDialog } from "#client/ui/modal-dialog.tsx"
import type { PictureDetails } from "#server/contract/pictures.ts"
import { PictureUses } from "./picture-uses.tsx"

interface DeletePictureProps {
  details: PictureDetails
  onDeleted: () => void
  onClose: () => void
}

/** Tells where a picture is used instead of deleting it. */
export function DeletePicture({ details: { name, uses }, onDeleted, onClose }: DeletePictureProps) {
  const { client, queries } = useApi()
  const deletion = useMutation({
    ...mutationOf(client.pictures.delete.mutate),
    async onSuccess() {
      onDeleted()
      await queries.pictures.search.invalidate()
    },
  })
  if (uses.length > 0) {
    return (
      <ModalDialog title={copy.usedTitle} onClose={onClose}>
        <p className="mb-2">{copy.usedText}</p>
        <PictureUses uses={uses} />
      </ModalDialog>
    )
  }
  return (
    <ConfirmDialog
      question={copy.deleteQuestion}
      detail={copy.deleteDetail}
      confirm={copy.delete}
      busy={deletion.isPending}
      failure={deletion.isError ? deletionFailure("picture", deletion.error) : undefined}
      onConfirm={() => deletion.mutate(name)}
      onCancel={onClose}
    />
  )
}
