import { useQueryClient } from "@tanstack/react-query"
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react"
import { ApiContext, browserLink, createApi } from "#client/app/api.ts"
import { SESSION_TOKEN } from "#client/app/document-state.ts"
import { setOwnHeaders } from "#client/uploads/http.ts"
import { ACCOUNT_HEADER } from "#server/contract/account-header.ts"

// Few calls of a session need the password again.
const ReauthenticationDialog = lazy(async () => ({
  default: (await import("#client/office/reauthentication/reauthentication-dialog.tsx")).ReauthenticationDialog,
}))

interface AccountApiProps {
  /** It does not change while the component is mounted. */
  accountId: number
  children: ReactNode
}

interface Waiting {
  given: () => void
  cancelled: () => void
}

/**
 * Ties the calls of the screens to the account that opened them, also when somebody else logs in in another tab, and
 * asks for the password if one of them needs it.
 */
export function AccountApi({ accountId, children }: AccountApiProps) {
  const queryClient = useQueryClient()
  const [headers] = useState({ [ACCOUNT_HEADER]: String(accountId) })
  /** The calls that wait until the password is given. */
  const [waiting, setWaiting] = useState<readonly Waiting[]>([])
  const [api] = useState(() =>
    createApi(
      queryClient,
      browserLink(headers),
      () => new Promise((given, cancelled) => setWaiting((others) => [...others, { given, cancelled }])),
    ),
  )
  // Uploads and imports are no calls of the API's client.
  useEffect(() => {
    setOwnHeaders(headers)
    return () => setOwnHeaders({})
  }, [headers])
  // The next screen asks who has logged in in another tab; React has no handlers for events of the window.
  useEffect(() => {
    const forget = ({ key }: StorageEvent) => {
      if (key === SESSION_TOKEN) void api.queries.accounts.me.invalidate(undefined, { refetchType: "none" })
    }
    addEventListener("storage", forget)
    return () => removeEventListener("storage", forget)
  }, [api])

  function settle(outcome: keyof Waiting) {
    setWaiting([])
    for (const call of waiting) call[outcome]()
  }

  return (
    <ApiContext value={api}>
      {children}
      <Suspense>
        {waiting.length > 0 && (
          <ReauthenticationDialog onReauthenticated={() => settle("given")} onClose={() => settle("cancelled")} />
        )}
      </Suspense>
    </ApiContext>
  )
}
