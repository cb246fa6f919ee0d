import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { mutationOf, useApi } from "#client/api.ts"
import { personData as copy } from "#client/copy/admin-request.ts"
import { loadingFailure } from "#client/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { fullName } from "#client/messages/full-name.ts"
import { ReauthenticatedDownload } from "#client/reauthentication/reauthenticated-download.tsx"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import type { Message } from "#server/contract/messages.ts"

interface PersonDataProps {
  message: Message
  onErased: () => void
}

/** Hands out or erases all that is stored of one person. */
export function PersonData({ message, onErased }: PersonDataProps) {
  const { client, queries } = useApi()
  const [isAsking, setAsking] = useState(false)
  const erasure = useMutation({
    ...mutationOf(client.messages.erasePerson.mutate),
    onSuccess() {
      void queries.messages.search.invalidate()
      void queries.stats.invalidate()
      onErased()
    },
  })
  return (
    <>
      <p className="text-sm text-base-content/75">{copy.text}</p>
      <div className="mt-3 flex flex-wrap gap-2 max-sm:*:grow">
        <ReauthenticatedDownload href={`/api/admin/messages/${message.id}/person`} className="btn btn-outline">
          <Icon name="download" />
          {copy.export}
        </ReauthenticatedDownload>
        <button type="button" className="btn btn-outline btn-error" onClick={() => setAsking(true)}>
          {copy.erase}
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          question={copy.question(fullName(message))}
          detail={copy.detail}
          confirm={copy.confirm}
          isBusy={erasure.isPending}
          failure={erasure.isError ? loadingFailure(copy.failed, erasure.error) : undefined}
          onConfirm={() => erasure.mutate(message.id)}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}
