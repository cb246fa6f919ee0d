import { useMutation } from "@tanstack/react-query"
import { mutationOf, useApi } from "#client/api.ts"
import { tokenRevocation as copy, tokens } from "#client/copy/admin-tokens.ts"
import { loadingFailure } from "#client/failures.ts"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import type { ApiToken } from "#server/contract/tokens.ts"

interface RevokeTokenProps {
  token: ApiToken
  onRevoked: () => void
  onCancel: () => void
}

export function RevokeToken({ token, onRevoked, onCancel }: RevokeTokenProps) {
  const { client, queries } = useApi()
  const revocation = useMutation({
    ...mutationOf(client.tokens.revoke.mutate),
    onSuccess: onRevoked,
    onSettled: () => queries.tokens.invalidate(),
  })
  return (
    <ConfirmDialog
      question={copy.question}
      detail={copy.detail(token.name)}
      confirm={tokens.revoke}
      isBusy={revocation.isPending}
      failure={revocation.isError ? loadingFailure(tokens.failure.revoke, revocation.error) : undefined}
      onConfirm={() => revocation.mutate(token.id)}
      onCancel={onCancel}
    />
  )
}
