import { Link } from "@tanstack/react-router"
import { Icon } from "#client/icons/icon.tsx"
import type { RichText as Text } from "#server/contract/content/public.ts"
import { RichText } from "./rich-text.tsx"
import { mailHref, useSite } from "./site-content.ts"

interface Closing {
  title: string
  text: Text
  action: string
  /** The subject of the e-mail that the button opens; without one, it links to the contact page. */
  mailSubject?: string
}

/** The call to action at the end of a page. */
export function ClosingBandSection({ closing, id }: { closing: Closing; id?: string }) {
  const { title, text, action, mailSubject } = closing
  const { company } = useSite()
  return (
    <section id={id} className="on-dark bg-primary text-primary-content">
      <div className="wrap flex flex-col items-start gap-8 py-14 md:flex-row md:items-center md:justify-between md:py-20">
        <div className="prose-width">
          <h2 className="text-h2">{title}</h2>
          <p className="mt-3 text-lead text-primary-content/90">
            <RichText text={text} />
          </p>
        </div>
        {mailSubject ? (
          <a href={mailHref(company.contact.email, mailSubject)} className="btn btn-secondary btn-lg">
            <Icon name="mail" />
            {action}
          </a>
        ) : (
          <Link to="/contact" className="btn btn-secondary btn-lg">
            {action}
            <Icon name="arrow" />
          </Link>
        )}
      </div>
    </section>
  )
}
