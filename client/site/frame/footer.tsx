import { Link } from "@tanstack/react-router"
import { type ReactNode, use } from "react"
import { isDataSaverOn } from "#client/app/data-saver.ts"
import { ServerDocumentContext } from "#client/app/document-parts.tsx"
import { DATA_SAVER_ID, DATA_SAVER_PATH } from "#server/contract/data-saver.ts"
import { pagesIn } from "#server/contract/site-pages.ts"
import { RichText } from "./rich-text.tsx"
import { mailHref, ownPath, telHref, useSite } from "./site-content.ts"
import { site } from "./texts.ts"

const { footer } = site

export function Footer() {
  const { company, footer: content } = useSite()
  const { facts, contact, social, registrations } = company
  return (
    <footer className="on-dark bg-neutral text-neutral-content">
      <div className="wrap grid grid-cols-1 gap-10 py-14 wrap-anywhere sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr_1.4fr]">
        <div>
          <img src="/brand/logo-light.svg" alt={facts.name} width={165} height={48} loading="lazy" />
          <p className="mt-5 max-w-sm text-neutral-content/80">
            <RichText text={content.blurb} />
          </p>
          <p className="mt-2 flex flex-wrap gap-x-5">
            {pagesIn("footer").map(({ path, label }) => (
              <FooterLink key={path} to={path}>
                {label}
              </FooterLink>
            ))}
          </p>
          <ul className="mt-2 flex flex-wrap gap-x-5" aria-label={footer.social}>
            {Object.entries(social).map(([key, { name, href }]) => (
              <li key={key}>
                <a href={href} rel="noopener noreferrer" className={link}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
        <FooterList title={footer.sectorsTitle}>
          {pagesIn("footerSectors").map(({ path, label }) => (
            <li key={path}>
              <FooterLink to={path}>{label}</FooterLink>
            </li>
          ))}
        </FooterList>
        <FooterList title={content.servicesTitle}>
          {Object.entries(content.services).map(([key, service]) => (
            <li key={key} className="min-h-11 py-2 text-neutral-content/80">
              {service}
            </li>
          ))}
        </FooterList>
        <FooterList title={footer.contactTitle}>
          <li className="py-2 text-pretty whitespace-pre-line text-neutral-content/80">
            <RichText text={contact.address} />
          </li>
          <li>
            <a href={telHref(contact.phone)} className={link}>
              {contact.phone}
            </a>
          </li>
          <li>
            <a href={mailHref(contact.email)} className={link}>
              {contact.email}
            </a>
          </li>
        </FooterList>
      </div>
      <div className="border-t border-neutral-content/15 px-4 py-6 text-center text-sm text-neutral-content/80">
        <p>{content.copyright}</p>
        {registrations && (
          <p className="mt-1 flex flex-wrap justify-center gap-x-5">
            {registrations.map(({ label, value }) => (
              <span key={label}>{`${label} ${value}`}</span>
            ))}
          </p>
        )}
        {/* The policy of a page without scripts, such as a preview, allows no form. */}
        {(!import.meta.env.SSR || use(ServerDocumentContext)?.app) && <DataSaver />}
      </div>
    </footer>
  )
}

/** The form works without scripts, whose download it is meant to save. */
function DataSaver() {
  const savesData = import.meta.env.SSR ? use(ServerDocumentContext)?.savesData === true : isDataSaverOn()
  return (
    <form action={DATA_SAVER_PATH} method="post" className="mt-2">
      <button
        id={DATA_SAVER_ID}
        type="submit"
        name="on"
        value={savesData ? 0 : 1}
        role="switch"
        aria-checked={savesData}
      >
        {footer.dataSaver}
      </button>
    </form>
  )
}

const link = "inline-block min-h-11 py-2 underline-offset-4 hover:text-secondary hover:underline"

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} activeOptions={ownPath} className={link}>
      {children}
    </Link>
  )
}

function FooterList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-2 text-lg text-secondary">{title}</h2>
      <ul>{children}</ul>
    </div>
  )
}
