import { useMutation, useQuery } from "@tanstack/react-query"
import { SessionList } from "#client/accounts/session-list.tsx"
import { mutationOf, useApi } from "#client/api.ts"
import { account } from "#client/copy/admin-account.ts"
import { usersCopy as copy } from "#client/copy/admin-users.ts"
import { loadingFailure } from "#client/failures.ts"
import { Banner } from "#client/ui/banner.tsx"
import { LoadFailure } from "#client/ui/load-failure.tsx"
import { ModalDialog } from "#client/ui/modal-dialog.tsx"
import { useLoadError } from "#client/use-load-error.ts"
import type { User } from "#server/contract/users.ts"
import { userFailure } from "./use-user-changes.tsx"

export function UserSessionsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { client, queries } = useApi()
  const sessions = useQuery(queries.users.sessions.queryOptions(user.id, { staleTime: 0 }))
  const failure = useLoadError(sessions)
  const end = useMutation({
    ...mutationOf(client.users.endSession.mutate),
    onSettled: () => queries.users.invalidate(),
  })
  return (
    <ModalDialog title={copy.sessionsOf(user.username)} isSmall onClose={onClose}>
      <div className="grid gap-4">
        {end.isError && <Banner tone="error">{userFailure(end.error)}</Banner>}
        {failure && (
          <LoadFailure
            text={loadingFailure(account.sessions.loadFailure, failure)}
            onRetry={() => sessions.refetch()}
          />
        )}
        {sessions.data?.length === 0 && <p role="status">{copy.noSession}</p>}
        {sessions.data && sessions.data.length > 0 && (
          <SessionList
            sessions={sessions.data}
            isBusy={end.isPending}
            onEnd={({ key }) => end.mutate({ user: user.id, session: key })}
          />
        )}
      </div>
    </ModalDialog>
  )
}
