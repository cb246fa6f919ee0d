import { Link, useLocation } from "@tanstack/react-router"
import { Icon } from "#client/icons/icon.tsx"
import { CONTACT_PATH } from "#server/contract/offline.ts"
import { SECTOR_SLUGS, type Sector } from "#server/contract/sectors.ts"
import { OpeningState } from "./opening-state.tsx"
import { ownPath, telHref, useSite, whatsAppHref } from "./site-content.ts"
import { site } from "./texts.ts"

const { contactBar: texts } = site

export interface ContactSubject {
  sector?: Sector | undefined
  project?: { name: string; slug: string } | undefined
}

/** The ways to reach the company: at the foot of a phone's screen, at the top of wider ones. */
export function ContactBar({ sector, project }: ContactSubject) {
  const { phone, whatsapp } = useSite().company.contact
  const subject = project?.name ?? sector
  const isForm = useLocation({ select: ({ pathname }) => pathname === CONTACT_PATH })
  const search = project ? { projet: project.slug } : sector ? { secteur: SECTOR_SLUGS[sector] } : {}
  const quote = (
    <>
      <Icon name="mail" />
      {texts.quote}
    </>
  )
  return (
    <nav aria-label={texts.label} className="contact-bar">
      <div className="wrap flex flex-wrap items-center gap-2 py-1.5">
        <OpeningState className="w-full text-center text-sm font-semibold md:mr-auto md:w-auto" />
        <a href={telHref(phone)} className="btn btn-primary">
          <Icon name="phone" />
          <span className="md:hidden">{texts.call}</span>
          <span className="hidden md:inline">{phone}</span>
        </a>
        {whatsapp && (
          <a
            href={whatsAppHref(whatsapp, subject ? texts.about(subject) : texts.hello)}
            rel="noopener noreferrer"
            className="btn btn-outline btn-primary"
          >
            <Icon name="chat" />
            {texts.whatsApp}
          </a>
        )}
        {isForm ? (
          <a href="#devis" className="btn btn-secondary">
            {quote}
          </a>
        ) : (
          <Link to="/contact" search={search} activeOptions={ownPath} className="btn btn-secondary">
            {quote}
          </Link>
        )}
      </div>
    </nav>
  )
}
