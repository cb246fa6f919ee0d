import { useMutation } from "@tanstack/react-query"
import { mutationOf, useApi } from "#client/api.ts"
import { account } from "#client/copy/admin-account.ts"
import { Banner } from "#client/ui/banner.tsx"
import { accountFailure } from "./account-failure.ts"

const copy = account.sessions

export function OtherSessions() {
  const { client } = useApi()
  const end = useMutation(mutationOf(client.accounts.endOtherSessions.mutate))
  return (
    <div className="grid max-w-md gap-4">
      {end.isSuccess && <Banner tone="success">{copy.done}</Banner>}
      {end.isError && <Banner tone="error">{accountFailure(end.error)}</Banner>}
      <p>{copy.text}</p>
      <button
        type="button"
        disabled={end.isPending}
        className="btn btn-outline btn-primary justify-self-start"
        onClick={() => end.mutate()}
      >
        {end.isPending ? copy.submitting : copy.submit}
      </button>
    </div>
  )
}
