import { Link } from "@tanstack/react-router"
import { telHref, useLoadedSite } from "#client/site/frame/site-content.ts"
import { Banner } from "#client/ui/banner.tsx"
import { InputField } from "#client/ui/field.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { findRequest as texts } from "./find-texts.ts"

interface FindRequestProps {
  mailsLinks: boolean
  isSent: boolean
  rejection: FormRejection | undefined
}

/** A plain form, which the browser posts with and without JavaScript. */
export function FindRequest({ mailsLinks, isSent, rejection }: FindRequestProps) {
  return (
    <div className="grid gap-5">
      {!mailsLinks && (
        <p>
          <ByPhone before={texts.withoutMails} />
        </p>
      )}
      {mailsLinks && isSent && !rejection && (
        <>
          <Banner tone="success">
            {texts.sent} <ByPhone before={texts.withoutEmail} />
          </Banner>
          {/* The router would not run the loader again, since the path stays the same. */}
          <a href="/demande" className="link-inline inline-block min-h-11 py-2">
            {texts.again}
          </a>
        </>
      )}
      {mailsLinks && (!isSent || rejection) && <FindForm rejection={rejection} />}
      <p>
        <Link to="/mes-demandes" className="link-inline inline-block min-h-11 py-2">
          {texts.kept}
        </Link>
      </p>
    </div>
  )
}

function FindForm({ rejection }: Pick<FindRequestProps, "rejection">) {
  const { values = {}, errors = {}, message } = rejection ?? {}
  const isElsewhere = rejection && !errors.reference && !errors.contact
  return (
    <form action="/demande" method="post" noValidate className="grid gap-5">
      {isElsewhere && <Banner tone="error">{message}</Banner>}
      <InputField
        name="reference"
        label={texts.reference}
        help={texts.referenceHelp}
        error={errors.reference}
        defaultValue={values.reference ?? ""}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
      />
      <InputField
        name="contact"
        label={texts.contact}
        help={texts.contactHelp}
        error={errors.contact}
        defaultValue={values.contact ?? ""}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        enterKeyHint="send"
        autoFocus={!errors.reference && errors.contact !== undefined}
      />
      <button type="submit" className="btn btn-primary btn-lg">
        {texts.submit}
      </button>
    </form>
  )
}

/** Ends a sentence with the company's telephone number. */
function ByPhone({ before }: { before: string }) {
  const phone = useLoadedSite()?.company.contact.phone
  if (!phone) return null
  return (
    <>
      {before}{" "}
      <a href={telHref(phone)} className="underline underline-offset-4">
        {phone}
      </a>
      {`\u00a0: ${texts.giveAgain}`}
    </>
  )
}
