import { Link } from "@tanstack/react-router"
import { accountLinks } from "#client/copy/accounts-links.ts"
import { FormPage } from "#client/site/form-page.tsx"
import { PrivatePageHead } from "#client/ui/private-page-head.tsx"

const copy = accountLinks.gone

interface GoneLinkProps {
  text: string
  /** The page on which users can request another link. */
  to: "/mot-de-passe-oublie" | "/admin/account"
  label: string
}

/** Replaces the page of a link that has expired, was used or never existed. */
export function GoneLink({ text, to, label }: GoneLinkProps) {
  return (
    <FormPage title={copy.title}>
      <PrivatePageHead title={copy.title} />
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
