import { Link } from "@tanstack/react-router"
import { accountLinks } from "#client/site/account/link-texts.ts"
import { FormPage } from "#client/site/frame/form-page.tsx"
import { PrivatePageHead } from "#client/site/frame/private-page-head.tsx"

const texts = accountLinks.gone

interface GoneLinkProps {
  text: string
  /** The page on which users can request another link. */
  to: "/mot-de-passe-oublie" | "/admin/account"
  label: string
}

/** Replaces the page of a link that has expired, was used or never existed. */
export function GoneLink({ text, to, label }: GoneLinkProps) {
  return (
    <FormPage title={texts.title}>
      <PrivatePageHead title={texts.title} />
      <div className="grid gap-5">
        <p>{text}</p>
        <p>
          <Link to={to} className="btn btn-primary">
            {label}
          </Link>
        </p>
      </div>
    </FormPage>
  )
}
