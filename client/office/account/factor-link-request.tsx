import { useMutation, useQuery } from "@tanstack/react-query"
import { mutationOf, useApi } from "#client/app/api.ts"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { accountFailure } from "./account-failure.ts"
import { factors } from "./factor-texts.ts"

const texts = factors.link

/** Sends the link that the first factor of an account needs, or says who can give it. */
export function FactorLinkRequest() {
  const { client, queries } = useApi()
  const { data: mailsLinks } = useQuery(queries.accounts.mailsLinks.queryOptions())
  const { data: account } = useQuery(queries.accounts.me.queryOptions())
  const request = useMutation(mutationOf(client.factors.requestLink.mutate))
  return (
    <>
      <div>
        <h1 className="text-h2">{texts.title}</h1>
        <p className="mt-2 text-base-content/80">{texts.lead}</p>
      </div>
      {request.isError && <Banner tone="error">{accountFailure(request.error)}</Banner>}
      {request.isSuccess && <Banner tone="success">{texts.sent(account?.email ?? "")}</Banner>}
      {mailsLinks && (
        <BusyButton
          isBusy={request.isPending}
          className="btn btn-primary btn-lg"
          onClick={() => request.mutate(undefined)}
        >
          {request.isSuccess ? texts.again : texts.send}
        </BusyButton>
      )}
      <p className="text-base-content/80">{mailsLinks ? texts.orAdministrator : texts.administrator}</p>
    </>
  )
}
