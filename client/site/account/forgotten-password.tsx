import { Link, useLocation } from "@tanstack/react-router"
import { useSite } from "#client/site/frame/site-content.ts"
import { Banner } from "#client/ui/banner.tsx"
import { InputField } from "#client/ui/field.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { accountLinks } from "./link-texts.ts"

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The e-mail address that was typed at the log-in. */
    email?: string | undefined
  }
}

const texts = accountLinks.forgotten

interface ForgottenPasswordProps {
  mailsLinks: boolean
  isSent: boolean
  rejection: FormRejection | undefined
}

/** A plain form, which the browser posts with and without JavaScript. */
export function ForgottenPassword({ mailsLinks, isSent, rejection }: ForgottenPasswordProps) {
  const typed = useLocation({ select: ({ state }) => state.email })
  if (!mailsLinks) return <CallForLink />
  if (isSent && !rejection) return <Sent />
  const error = rejection?.errors.email
  return (
    <form action="/mot-de-passe-oublie" method="post" noValidate className="grid gap-5">
      {rejection && !error && <Banner tone="error">{rejection.message}</Banner>}
      <InputField
        name="email"
        label={texts.email}
        help={texts.help}
        error={error}
        type="email"
        inputMode="email"
        autoComplete="username"
        defaultValue={rejection?.values.email ?? typed ?? ""}
        // The server does not know what was typed at the log-in.
        suppressHydrationWarning
        autoFocus={error !== undefined}
      />
      <button type="submit" className="btn btn-primary btn-lg">
        {texts.submit}
      </button>
      <BackToLogin />
    </form>
  )
}

function Sent() {
  return (
    <div className="grid gap-5">
      <Banner tone="success">{texts.sent}</Banner>
      <p>
        {/* The router would not run the loader again, since the path stays the same. */}
        <a href="/mot-de-passe-oublie" className="link-inline inline-block min-h-11 py-2">
          {texts.again}
        </a>
      </p>
      <BackToLogin />
    </div>
  )
}

function CallForLink() {
  const { phone } = useSite().company.contact
  return (
    <div className="grid gap-5">
      <p>{texts.unavailable(phone)}</p>
      <BackToLogin />
    </div>
  )
}

function BackToLogin() {
  return (
    <p>
      <Link to="/login" className="link-inline inline-block min-h-11 py-2">
        {texts.back}
      </Link>
    </p>
  )
}
