import { Icon } from "#client/icons/icon.tsx"
import { OneTimeSecret, WhatsAppLink } from "#client/office/ui/one-time-secret.tsx"
import { invitationsTexts as texts } from "./texts.ts"

interface LinkToShareProps {
  label: string
  url: string
  email: string | null
  help: string
  subject: string
  messageWith: (url: string) => string
}

/** The link of an invitation or of a new password. */
export function LinkToShare({ label, url, email, help, subject, messageWith }: LinkToShareProps) {
  const text = messageWith(url)
  const recipient = encodeURIComponent(email ?? "")
  return (
    <OneTimeSecret label={label} name="url" value={url} help={help}>
      <WhatsAppLink text={text} />
      <a
        href={`mailto:${recipient}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
        className="btn btn-outline btn-primary bg-base-100"
      >
        <Icon name="mail" />
        {texts.mail}
      </a>
    </OneTimeSecret>
  )
}
