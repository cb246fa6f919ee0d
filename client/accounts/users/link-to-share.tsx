import { useRef, useState } from "react"
import { invitationsCopy as copy } from "#client/copy/admin-users.ts"
import { Icon } from "#client/icons/icon.tsx"
import { Field } from "#client/ui/field.tsx"

interface LinkToShareProps {
  label: string
  url: string
  email: string | null
  help: string
  subject: string
  messageWith: (url: string) => string
}

/** A link that is shown once, to copy or to pass on. */
export function LinkToShare({ label, url, email, help, subject, messageWith }: LinkToShareProps) {
  const field = useRef<HTMLInputElement>(null)
  const [result, setResult] = useState("")
  const text = encodeURIComponent(messageWith(url))

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
    <section aria-label={label} className="grid gap-3 rounded-box border border-success bg-success/10 p-4">
      <Field label={label} name="url" help={help}>
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
      <div className="flex flex-wrap items-center gap-2 *:grow">
        <button type="button" className="btn btn-outline btn-primary bg-base-100" onClick={copyUrl}>
          <Icon name="link" />
          {copy.copy}
        </button>
        <a
          href={`https://wa.me/?text=${text}`}
          target="_blank"
          rel="noreferrer"
          className="btn btn-outline btn-primary bg-base-100"
        >
          <Icon name="chat" />
          {copy.whatsApp}
        </a>
        <a
          href={`mailto:${encodeURIComponent(email ?? "")}?subject=${encodeURIComponent(subject)}&body=${text}`}
          className="btn btn-outline btn-primary bg-base-100"
        >
          <Icon name="mail" />
          {copy.mail}
        </a>
      </div>
      <p role="status" className="text-sm empty:hidden">
        {result}
      </p>
    </section>
  )
}
