import { useRef, useState } from "react"
import { invitationsCopy as copy } from "#client/copy/admin-users.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import { Icon } from "#client/icons/icon.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { Field } from "#client/ui/field.tsx"
import type { IssuedInvitation } from "#server/contract/users.ts"

interface IssuedInvitationProps {
  invitation: IssuedInvitation
  onClose: () => void
}

/** Says that the link is mailed, or shows it once: the server cannot tell it again. */
export function IssuedInvitationPanel({ invitation, onClose }: IssuedInvitationProps) {
  const { token, email, expiresAt } = invitation
  const until = formatDateTime(expiresAt)
  return (
    <div className="grid gap-5">
      {token ? (
        <InvitationLink url={`${location.origin}/invitation/${token}`} email={email} until={until} />
      ) : (
        <Banner tone="success">{copy.sent(email ?? "", until)}</Banner>
      )}
      <button type="button" className="btn btn-primary justify-self-end max-sm:w-full" onClick={onClose}>
        {copy.close}
      </button>
    </div>
  )
}

function InvitationLink({ url, email, until }: { url: string; email: string | null; until: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [result, setResult] = useState("")
  const text = encodeURIComponent(copy.message(url))

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
    <section aria-label={copy.link} className="grid gap-3 rounded-box border border-success bg-success/10 p-4">
      <Field label={copy.link} name="url" help={copy.once(until)}>
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
          href={`mailto:${encodeURIComponent(email ?? "")}?subject=${encodeURIComponent(copy.subject)}&body=${text}`}
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
