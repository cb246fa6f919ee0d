import { useMutation, useQuery } from "@tanstack/react-query"
import { mutationOf, useApi } from "#client/app/api.ts"
import { reauthenticatedFailure } from "#client/office/account/account-failure.ts"
import { SessionList } from "#client/office/account/session-list.tsx"
import { account } from "#client/office/account/texts.ts"
import { Loaded } from "#client/office/frame/loaded.tsx"
import { ModalDialog } from "#client/office/ui/modal-dialog.tsx"
import { Banner } from "#client/ui/banner.tsx"
import type { User } from "#server/contract/users.ts"
import { usersTexts as texts } from "./texts.ts"

export function UserSessionsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { client, queries } = useApi()
  const sessions = useQuery(queries.users.sessions.queryOptions(user.id, { staleTime: 0 }))
  const end = useMutation({
    ...mutationOf(client.users.endSession.mutate),
    onSettled: () => queries.users.invalidate(),
  })
  return (
    <ModalDialog title={texts.sessionsOf(user.username)} isSmall onClose={onClose}>
      <div className="grid gap-4">
        {end.isError && <Banner tone="error">{reauthenticatedFailure(end.error)}</Banner>}
        <Loaded query={sessions} failed={account.sessions.loadFailure}>
          {(open) =>
            open.length === 0 ? (
              <p role="status">{texts.noSession}</p>
            ) : (
              <SessionList
                sessions={open}
                isBusy={end.isPending}
                onEnd={({ key }) => end.mutate({ user: user.id, session: key })}
              />
            )
          }
        </Loaded>
      </div>
    </ModalDialog>
  )
}
