import { newToken as copy, tokens } from "#client/copy/admin-tokens.ts"
import { OneTimeSecret } from "#client/ui/one-time-secret.tsx"
import type { CreatedToken as Created } from "#server/contract/tokens.ts"

export function CreatedTokenPanel({ created, onClose }: { created: Created; onClose: () => void }) {
  const { name, token, expiresAt } = created

  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere">
        <span className="font-semibold">{name}</span>
        <span className="block text-sm text-base-content/75">{tokens.expires(expiresAt)}</span>
      </p>
      <OneTimeSecret label={copy.token} name="token" value={token} help={copy.once} className="font-mono" />
      <div className="grid gap-1.5">
        <p className="font-semibold">{copy.example}</p>
        <pre className="rounded-field bg-neutral p-3 text-sm whitespace-pre-wrap text-neutral-content wrap-anywhere">
          <code>{exampleOf(token)}</code>
        </pre>
        <a
          href="/api/docs"
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center text-primary underline underline-offset-4 justify-self-start"
        >
          {tokens.docs}
        </a>
      </div>
      <button type="button" className="btn btn-outline btn-primary justify-self-end max-sm:w-full" onClick={onClose}>
        {copy.done}
      </button>
    </div>
  )
}

function exampleOf(token: string): string {
  return `curl -H 'Authorization: Bearer ${token}' ${location.origin}/api/projects`
}
