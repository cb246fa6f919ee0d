import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { mutationOf, useApi } from "#client/app/api.ts"
import { Loaded } from "#client/office/frame/loaded.tsx"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { buttons } from "#client/ui/texts.ts"
import { accountFailure } from "./account-failure.ts"
import { SessionList } from "./session-list.tsx"
import { account } from "./texts.ts"

const texts = account.sessions

export function OwnSessions() {
  const { client, queries } = useApi()
  const [done, setDone] = useState("")
  const sessions = useQuery(queries.accounts.sessions.queryOptions(undefined, { staleTime: 0 }))
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
      <p>{texts.text}</p>
      <Loaded
        query={sessions}
        failed={texts.loadFailure}
        skeleton={
          <div className="skeleton h-20" aria-busy="true">
            <span className="sr-only">{texts.loading}</span>
          </div>
        }
      >
        {(own) => (
          <SessionList
            sessions={own}
            isBusy={isBusy}
            onEnd={({ key }) => {
              start()
              void run(end.mutateAsync(key), texts.ended)
            }}
          />
        )}
      </Loaded>
      {sessions.data?.some(({ isCurrent }) => !isCurrent) && (
        <BusyButton
          isBusy={isBusy}
          className="btn btn-outline btn-primary justify-self-start"
          onClick={() => {
            start()
            void run(endOthers.mutateAsync(), texts.othersEnded)
          }}
        >
          {endOthers.isPending ? buttons.pending : texts.endOthers}
        </BusyButton>
      )}
    </div>
  )
}
