import { useRef, useState } from "react"
import { privateLinks as copy } from "#client/copy/admin-project-editor.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import { Field } from "#client/ui/field.tsx"

interface NewLinkProps {
  projectName: string
  token: string
  expiresAt: string
}

/** Shown once: the server cannot tell the URL again. */
export function NewLink({ projectName, token, expiresAt }: NewLinkProps) {
  const field = useRef<HTMLInputElement>(null)
  const [result, setResult] = useState("")
  const url = `${location.origin}/apercu/${token}`

  async function copyUrl() {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(url)
      setResult(copy.copied)
    } catch {
      // Browsers give the clipboard to secure pages alone.
      setResult(copy.notCopied)
    }
  }

  return (
    <section aria-label={copy.created} className="grid gap-3 rounded-box border border-success bg-success/10 p-4">
      <Field label={copy.url} name="url" help={copy.once(formatDateTime(expiresAt))}>
        {(control) => (
          <input
            {...control}
            ref={field}
            readOnly
            // biome-ignore lint/a11y/noAutofocus: the link has just been asked for, and is shown once
            autoFocus
            value={url}
            className="input w-full"
            onFocus={({ target }) => target.select()}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2 max-sm:*:grow">
        <button type="button" className="btn btn-primary" onClick={copyUrl}>
          {copy.copy}
        </button>
        <a
          href={`https://wa.me/?text=${encodeURIComponent(copy.message(projectName, url))}`}
          target="_blank"
          rel="noreferrer"
          className="btn btn-outline btn-primary"
        >
          {copy.whatsApp}
        </a>
        <p role="status" className="text-sm empty:hidden">
          {result}
        </p>
      </div>
    </section>
  )
}
