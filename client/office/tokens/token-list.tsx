import { useId } from "react"
import { OutlineBadge } from "#client/office/ui/outline-badge.tsx"
import { type ApiToken, TOKEN_RIGHT_LABELS, type TokenState } from "#server/contract/tokens.ts"
import { tokens as texts } from "./texts.ts"

interface TokenListProps {
  tokens: readonly ApiToken[]
  onRevoke: (token: ApiToken) => void
}

/** Lists the tokens from the newest, as rows on wide screens and as cards on phones. */
export function TokenList({ tokens, onRevoke }: TokenListProps) {
  return (
    <ul className="grid gap-3">
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} onRevoke={onRevoke} />
      ))}
    </ul>
  )
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: (token: ApiToken) => void }) {
  const nameId = useId()
  const { name, state } = token
  const canRevoke = state === "active" || state === "suspended"
  return (
    <li
      aria-labelledby={nameId}
      className="grid items-start gap-x-6 gap-y-3 rounded-box border border-base-300 bg-base-100 p-4 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_8rem] md:p-5"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span id={nameId} className="font-semibold wrap-anywhere">
            {name}
          </span>
          <OutlineBadge tone={tones[state]}>{texts.states[state]}</OutlineBadge>
        </p>
        <Facts token={token} />
      </div>
      <Rights token={token} />
      {canRevoke && (
        <button
          type="button"
          aria-label={texts.revokeNamed(name)}
          className="btn btn-outline"
          onClick={() => onRevoke(token)}
        >
          {texts.revoke}
        </button>
      )}
    </li>
  )
}

const tones: Record<TokenState, string> = {
  active: "border-success/60 text-success",
  expired: "border-base-content/40 text-base-content/75",
  revoked: "border-error/60 text-error",
  suspended: "border-dashed border-error/60 text-error",
}

function Facts({ token: { by, createdAt, lastUsedAt, state, ...token } }: { token: ApiToken }) {
  const facts = [texts.by(by, createdAt), endOf({ state, ...token }), texts.used(lastUsedAt)]
  return (
    <div className="mt-1 text-sm text-base-content/75">
      {facts.map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
      {state === "suspended" && <p>{texts.suspended}</p>}
    </div>
  )
}

function endOf({ state, expiresAt, revokedAt }: Pick<ApiToken, "state" | "expiresAt" | "revokedAt">): string {
  if (revokedAt) return texts.revokedAt(revokedAt)
  return state === "expired" && expiresAt ? texts.expired(expiresAt) : texts.expires(expiresAt)
}

function Rights({ token: { rights } }: { token: ApiToken }) {
  if (rights.length === 0) return <p className="text-sm text-base-content/75">{texts.noRights}</p>
  return (
    <ul aria-label={texts.rights} className="list-disc space-y-0.5 pl-5 text-sm">
      {rights.map((right) => (
        <li key={right}>{TOKEN_RIGHT_LABELS[right]}</li>
      ))}
    </ul>
  )
}
