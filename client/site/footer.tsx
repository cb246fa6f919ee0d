import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { company, mailHref, telHref } from "#client/copy/company.ts"
import { site } from "#client/copy/site.ts"

const { footer } = site

export function Footer() {
  const { street, district, city, country } = company.postalAddress
  return (
    <footer className="on-dark bg-neutral text-neutral-content">
      <div className="wrap grid grid-cols-1 gap-10 py-14 wrap-anywhere sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr_1.4fr]">
        <div>
          <img src="/brand/logo-light.svg" alt={company.name} width={165} height={48} loading="lazy" />
          <p className="mt-5 max-w-sm text-neutral-content/80">{footer.blurb}</p>
          <FooterLink to="/about">{footer.about}</FooterLink>
          <ul className="mt-4 flex flex-wrap gap-x-5" aria-label={footer.social}>
            {company.social.map(({ name, href }) => (
              <li key={name}>
                <a href={href} rel="noopener noreferrer" className={link}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
        <FooterList title={footer.sectorsTitle}>
          {footer.sectors.map(({ label, to }) => (
            <li key={to}>
              <FooterLink to={to}>{label}</FooterLink>
            </li>
          ))}
        </FooterList>
        <FooterList title={footer.servicesTitle}>
          {footer.services.map((service) => (
            <li key={service} className="min-h-11 py-2 text-neutral-content/80">
              {service}
            </li>
          ))}
        </FooterList>
        <FooterList title={footer.contactTitle}>
          <li className="py-2 text-pretty text-neutral-content/80">
            {street}, {district}
            <br />
            {city}, {country}
          </li>
          <li>
            <a href={telHref} className={link}>
              {company.phone}
            </a>
          </li>
          <li>
            <a href={mailHref()} className={link}>
              {company.email}
            </a>
          </li>
        </FooterList>
      </div>
      <p className="border-t border-neutral-content/15 px-4 py-6 text-center text-sm text-neutral-content/80">
        {footer.copyright}
      </p>
    </footer>
  )
}

const link = "inline-block min-h-11 py-2 underline-offset-4 hover:text-secondary hover:underline"

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={link}>
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
