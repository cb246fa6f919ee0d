import { useRef, useState } from "react"
import { newToken as copy, tokens } from "#client/copy/admin-tokens.ts"
import { Field } from "#client/ui/field.tsx"
import type { CreatedToken as Created } from "#server/contract/tokens.ts"

/** Shown once: the server cannot tell the token again. */
export function CreatedToken({ created, onClose }: { created: Created; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [result, setResult] = useState("")
  const { name, token, expiresAt } = created

  async function copyToken() {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(token)
      setResult(copy.copied)
    } catch {
      // Browsers give the clipboard to secure pages alone.
      setResult(copy.notCopied)
    }
  }

  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere">
        <span className="font-semibold">{name}</span>
        <span className="block text-sm text-base-content/75">{tokens.expires(expiresAt)}</span>
      </p>
      <Field label={copy.token} name="token" help={copy.once}>
        {(control) => (
          <input
            {...control}
            ref={field}
            readOnly
            // biome-ignore lint/a11y/noAutofocus: the token has just been asked for, and is shown once
            autoFocus
            value={token}
            autoComplete="off"
            className="input w-full font-mono"
            onFocus={({ target }) => target.select()}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="btn btn-primary max-sm:grow" onClick={copyToken}>
          {copy.copy}
        </button>
        <p role="status" className="text-sm empty:hidden">
          {result}
        </p>
      </div>
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
