import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { mutationOf, useApi } from "#client/api.ts"
import { pictureDetails as copy } from "#client/copy/admin-pictures.ts"
import { loadingFailure } from "#client/failures.ts"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import type { PictureDetails } from "#server/contract/content/pictures.ts"
import { PictureChooser } from "./picture-chooser.tsx"

interface ReplacePictureProps {
  details: PictureDetails
  onReplaced: () => void
  onClose: () => void
}

/** Asks for the picture that takes the place of this one, then whether to replace it everywhere. */
export function ReplacePicture({ details: { name, uses }, onReplaced, onClose }: ReplacePictureProps) {
  const { client, queries } = useApi()
  const [by, setBy] = useState<string>()
  const replacement = useMutation({
    ...mutationOf(client.pictures.replace.mutate),
    async onSuccess() {
      onReplaced()
      await Promise.all([queries.pictures, queries.projects, queries.content].map((query) => query.invalidate()))
    },
  })
  if (!by) return <PictureChooser onChoose={setBy} onClose={onClose} />
  return (
    <ConfirmDialog
      question={copy.replaceQuestion}
      detail={copy.replaceDetail(uses.length)}
      confirm={copy.replace}
      isBusy={replacement.isPending}
      failure={replacement.isError ? loadingFailure(copy.savingError, replacement.error) : undefined}
      onConfirm={() => replacement.mutate({ name, by })}
      onCancel={onClose}
    />
  )
}
