import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "#client/app/api.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { deletionFailure, settleDeletion } from "#client/office/editing/deletion.ts"
import { ModalDialog } from "#client/office/ui/modal-dialog.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { ConfirmAction } from "#client/ui/confirm-dialog.tsx"
import type { PictureDetails } from "#server/contract/content/pictures.ts"
import { PictureChooser } from "./picture-chooser.tsx"
import { PictureUses } from "./picture-uses.tsx"
import { pictureDetails as texts } from "./texts.ts"

interface PictureActionsProps {
  details: PictureDetails
  onReplaced: () => void
  onDeleted: (picture: PictureDetails) => void
}

/** Replaces or deletes a picture of the library. */
export function PictureActions({ details, onReplaced, onDeleted }: PictureActionsProps) {
  const [isReplacing, setIsReplacing] = useState(false)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <button type="button" className="btn btn-outline btn-primary" onClick={() => setIsReplacing(true)}>
          <Icon name="addImage" />
          {texts.replace}
        </button>
        {!details.isBundled && <DeletePicture details={details} onDeleted={() => onDeleted(details)} />}
      </div>
      {details.isBundled && <p className="text-sm text-base-content/75">{texts.bundled}</p>}
      {isReplacing && (
        <ReplacePicture details={details} onReplaced={onReplaced} onClose={() => setIsReplacing(false)} />
      )}
    </div>
  )
}

interface ReplacePictureProps {
  details: PictureDetails
  onReplaced: () => void
  onClose: () => void
}

/** Asks for the new picture, and then whether to replace this one everywhere. */
function ReplacePicture({ details: { name, uses }, onReplaced, onClose }: ReplacePictureProps) {
  const { client, queries } = useApi()
  const [by, setBy] = useState<string>()
  if (!by) return <PictureChooser onChoose={setBy} onClose={onClose} />

  async function replace(by: string) {
    await client.pictures.replace.mutate({ name, by })
    onReplaced()
    await Promise.all([queries.pictures, queries.projects, queries.content].map((query) => query.invalidate()))
  }

  return (
    <ConfirmAction
      question={texts.replaceQuestion}
      detail={texts.replaceDetail(uses.length)}
      confirm={texts.replace}
      action={() => replace(by)}
      explain={(error) => loadingFailure(texts.savingError, error)}
      onCancel={onClose}
    />
  )
}

interface DeletePictureProps {
  details: PictureDetails
  onDeleted: () => void
}

/** Deletes without confirmation, since it can be undone for 30 days; a picture in use shows its uses instead. */
function DeletePicture({ details: { name, uses }, onDeleted }: DeletePictureProps) {
  const { client, queries } = useApi()
  const [isUsedShown, setIsUsedShown] = useState(false)
  const deletion = useMutation({
    mutationFn: (isRepeated: boolean) => settleDeletion(client.pictures.delete.mutate(name), isRepeated),
    onSuccess: onDeleted,
    onSettled: () => queries.pictures.search.invalidate(),
  })
  return (
    <>
      <button
        type="button"
        className="btn btn-outline btn-error"
        aria-busy={deletion.isPending}
        onClick={() => (uses.length > 0 ? setIsUsedShown(true) : deletion.mutate(deletion.isError))}
      >
        <Icon name="delete" />
        {texts.delete}
      </button>
      {deletion.isError && <Banner tone="error">{deletionFailure("picture", deletion.error)}</Banner>}
      {isUsedShown && (
        <ModalDialog title={texts.usedTitle} onClose={() => setIsUsedShown(false)}>
          <p className="mb-2">{texts.usedText}</p>
          <PictureUses uses={uses} />
        </ModalDialog>
      )}
    </>
  )
}
