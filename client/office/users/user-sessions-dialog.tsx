import { useMutation, useQuery } from "@tanstack/react-query"
import { mutationOf, useApi } from "#client/app/api.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { SessionList } from "#client/office/account/session-list.tsx"
import { account } from "#client/office/account/texts.ts"
import { useLoadError } from "#client/office/frame/use-load-error.ts"
import { LoadFailure } from "#client/office/ui/load-failure.tsx"
import { ModalDialog } from "#client/office/ui/modal-dialog.tsx"
import { Banner } from "#client/ui/banner.tsx"
import type { User } from "#server/contract/users.ts"
import { usersTexts as texts } from "./texts.ts"
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
    <ModalDialog title={texts.sessionsOf(user.username)} isSmall onClose={onClose}>
      <div className="grid gap-4">
        {end.isError && <Banner tone="error">{userFailure(end.error)}</Banner>}
        {failure && (
          <LoadFailure
            text={loadingFailure(account.sessions.loadFailure, failure)}
            onRetry={() => sessions.refetch()}
          />
        )}
        {sessions.data?.length === 0 && <p role="status">{texts.noSession}</p>}
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
