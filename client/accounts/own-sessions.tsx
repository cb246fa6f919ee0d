import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { mutationOf, useApi } from "#client/api.ts"
import { account } from "#client/copy/admin-account.ts"
import { loadingFailure } from "#client/failures.ts"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { LoadFailure } from "#client/ui/load-failure.tsx"
import { StatusMessage } from "#client/ui/status-message.tsx"
import { useLoadError } from "#client/use-load-error.ts"
import { accountFailure } from "./account-failure.ts"
import { SessionList } from "./session-list.tsx"

const copy = account.sessions

export function OwnSessions() {
  const { client, queries } = useApi()
  const [done, setDone] = useState("")
  const sessions = useQuery(queries.accounts.sessions.queryOptions(undefined, { staleTime: 0 }))
  const failure = useLoadError(sessions)
  const refresh = () => queries.accounts.sessions.invalidate()
  const end = useMutation({ ...mutationOf(client.accounts.endSession.mutate), onSettled: refresh })
  const endOthers = useMutation({ ...mutationOf(client.accounts.endOtherSessions.mutate), onSettled: refresh })
  const isBusy = end.isPending || endOthers.isPending
  const endFailure = end.error ?? endOthers.error

  async function run(ending: Promise<unknown>, text: string) {
    setDone("")
    await ending.then(
      () => setDone(text),
      () => {},
    )
  }

  function start() {
    end.reset()
    endOthers.reset()
  }

  return (
    <div className="grid gap-4">
      {done && <StatusMessage tone="success">{done}</StatusMessage>}
      {endFailure && <Banner tone="error">{accountFailure(endFailure)}</Banner>}
      <p>{copy.text}</p>
      {failure && <LoadFailure text={loadingFailure(copy.loadFailure, failure)} onRetry={() => sessions.refetch()} />}
      {sessions.data ? (
        <SessionList
          sessions={sessions.data}
          isBusy={isBusy}
          onEnd={({ key }) => {
            start()
            void run(end.mutateAsync(key), copy.ended)
          }}
        />
      ) : (
        !failure && (
          <div className="skeleton h-20" aria-busy="true">
            <span className="sr-only">{copy.loading}</span>
          </div>
        )
      )}
      {sessions.data?.some(({ isCurrent }) => !isCurrent) && (
        <BusyButton
          isBusy={isBusy}
          className="btn btn-outline btn-primary justify-self-start"
          onClick={() => {
            start()
            void run(endOthers.mutateAsync(), copy.othersEnded)
          }}
        >
          {endOthers.isPending ? copy.ending : copy.endOthers}
        </BusyButton>
      )}
    </div>
  )
}
