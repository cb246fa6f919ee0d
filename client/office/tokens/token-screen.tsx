import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "#client/app/api.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { Loaded } from "#client/office/frame/loaded.tsx"
import { EmptyState } from "#client/office/ui/empty-state.tsx"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { ConfirmAction } from "#client/ui/confirm-dialog.tsx"
import type { Role } from "#server/contract/domains/roles.ts"
import { hasRight } from "#server/contract/rights.ts"
import { type ApiToken, TOKEN_RIGHTS } from "#server/contract/tokens.ts"
import { CreateToken } from "./create-token.tsx"
import { tokens as texts, tokenRevocation } from "./texts.ts"
import { TokenList } from "./token-list.tsx"

/** Lists the tokens; the button that creates one stands beside the screen's title. */
export function TokenScreen({ role }: { role: Role }) {
  const { client, queries } = useApi()
  const list = useQuery(queries.tokens.list.queryOptions(undefined, { staleTime: 0 }))
  const [isCreating, setIsCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiToken>()
  const [revoked, setRevoked] = useState<string>()

  function create() {
    setRevoked(undefined)
    setIsCreating(true)
  }

  function ask(token: ApiToken) {
    setRevoked(undefined)
    setRevoking(token)
  }

  async function revoke({ id, name }: ApiToken) {
    try {
      await client.tokens.revoke.mutate(id)
      setRevoked(name)
      setRevoking(undefined)
    } finally {
      await queries.tokens.invalidate()
    }
  }

  return (
    <>
      <ScreenHeading title={adminTitles.tokens}>
        <button type="button" className="btn btn-primary max-sm:w-full" onClick={create}>
          <Icon name="add" />
          {texts.create}
        </button>
      </ScreenHeading>
      <p className="prose-width">{texts.lead}</p>
      <p className="mb-6">
        <a href="/api/docs" className="inline-flex min-h-11 items-center text-primary underline underline-offset-4">
          {texts.docs}
        </a>
      </p>
      {revoked !== undefined && <StatusMessage tone="success">{texts.revoked(revoked)}</StatusMessage>}
      <Loaded query={list} failed={texts.failure.load} skeleton={<TokenSkeleton />}>
        {(tokens) =>
          tokens.length === 0 ? (
            <EmptyState icon="key" {...texts.empty} />
          ) : (
            <TokenList tokens={tokens} onRevoke={ask} />
          )
        }
      </Loaded>
      {isCreating && (
        <CreateToken
          rights={TOKEN_RIGHTS.filter((right) => hasRight(role, right))}
          onClose={() => setIsCreating(false)}
        />
      )}
      {revoking && (
        <ConfirmAction
          question={tokenRevocation.question}
          detail={tokenRevocation.detail(revoking.name)}
          confirm={texts.revoke}
          action={() => revoke(revoking)}
          explain={(error) => loadingFailure(texts.failure.revoke, error)}
          onCancel={() => setRevoking(undefined)}
        />
      )}
    </>
  )
}

function TokenSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-3">
      <p className="sr-only">{texts.loading}</p>
      {[1, 2, 3].map((token) => (
        <span key={token} className="skeleton h-28 rounded-box" />
      ))}
    </div>
  )
}
