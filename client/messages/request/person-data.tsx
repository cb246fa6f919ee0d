import { useState } from "react"
import { useApi } from "#client/api.ts"
import { personData as copy } from "#client/copy/admin-request.ts"
import { loadingFailure } from "#client/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { fullName } from "#client/messages/full-name.ts"
import { ReauthenticatedDownload } from "#client/reauthentication/reauthenticated-download.tsx"
import { ConfirmAction } from "#client/ui/confirm-dialog.tsx"
import type { Message } from "#server/contract/messages.ts"

interface PersonDataProps {
  message: Message
  onErased: () => void
}

/** Exports or erases all stored data of one person. */
export function PersonData({ message, onErased }: PersonDataProps) {
  const { client, queries } = useApi()
  const [isAsking, setAsking] = useState(false)

  async function erase() {
    await client.messages.erasePerson.mutate(message.id)
    void queries.messages.search.invalidate()
    void queries.stats.invalidate()
    onErased()
  }

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
        <ConfirmAction
          question={copy.question(fullName(message))}
          detail={copy.detail}
          confirm={copy.confirm}
          action={erase}
          explain={(error) => loadingFailure(copy.failed, error)}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}
