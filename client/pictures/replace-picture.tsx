import { useState } from "react"
import { useApi } from "#client/api.ts"
import { pictureDetails as copy } from "#client/copy/admin-pictures.ts"
import { loadingFailure } from "#client/failures.ts"
import { ConfirmAction } from "#client/ui/confirm-dialog.tsx"
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
  if (!by) return <PictureChooser onChoose={setBy} onClose={onClose} />

  async function replace(by: string) {
    await client.pictures.replace.mutate({ name, by })
    onReplaced()
    await Promise.all([queries.pictures, queries.projects, queries.content].map((query) => query.invalidate()))
  }

  return (
    <ConfirmAction
      question={copy.replaceQuestion}
      detail={copy.replaceDetail(uses.length)}
      confirm={copy.replace}
      action={() => replace(by)}
      explain={(error) => loadingFailure(copy.savingError, error)}
      onCancel={onClose}
    />
  )
}
