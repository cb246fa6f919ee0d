import { useMutation } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { useApi } from "#client/app/api.ts"
import { errors } from "#client/app/failure-texts.ts"
import { failureText } from "#client/app/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { requestStatus } from "./texts.ts"

const { account: texts } = requestStatus

interface AccountRequestProps {
  token: string
  isKept: boolean
}

// Few people remove a request.
const ConfirmAction = lazy(async () => ({ default: (await import("#client/ui/confirm-dialog.tsx")).ConfirmAction }))

const explain = (error: unknown) => failureText(error) || errors.network

/** Adds the request to the account of who is logged in, or removes it. Without a script there is no such button. */
export function AccountRequest({ token, isKept }: AccountRequestProps) {
  const { client, queries } = useApi()
  const keep = useMutation({
    mutationFn: () => client.messages.keep.mutate(token),
    onSuccess: () => queries.messages.status.invalidate(token),
  })
  return (
    <div className="needs-script mt-6 text-sm">
      {keep.error && <Banner tone="error">{explain(keep.error)}</Banner>}
      <p role="status">
        {isKept ? texts.kept : texts.offer}{" "}
        <Link to="/mes-demandes" className="link-inline">
          {texts.list}
        </Link>
        .
      </p>
      {isKept ? (
        <Removal token={token} />
      ) : (
        <BusyButton isBusy={keep.isPending} onClick={() => keep.mutate()} className="btn btn-outline btn-primary mt-4">
          <Icon name="add" />
          {texts.add}
        </BusyButton>
      )}
    </div>
  )
}

function Removal({ token }: Pick<AccountRequestProps, "token">) {
  const [isAsking, setIsAsking] = useState(false)
  const { client, queries } = useApi()
  const navigate = useNavigate()
  async function release() {
    await client.messages.release.mutate(token)
    // The page may have been opened by the link that goes.
    await navigate({ to: "/mes-demandes" })
    void queries.messages.own.invalidate()
  }
  return (
    <>
      <button type="button" onClick={() => setIsAsking(true)} className="btn btn-ghost">
        {texts.remove}
      </button>
      <Suspense>
        {isAsking && (
          <ConfirmAction
            question={texts.question}
            detail={texts.detail}
            confirm={texts.confirm}
            action={release}
            explain={explain}
            onCancel={() => setIsAsking(false)}
          />
        )}
      </Suspense>
    </>
  )
}
