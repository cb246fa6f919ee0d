import type { ReactNode } from "react"
import { company, mailHref, telHref } from "#client/copy/company.ts"
import { contact } from "#client/copy/contact.ts"
import { Icon, type IconName } from "#client/icons/icon.tsx"

const { details } = contact

export function ContactDetails() {
  const { street, district, city, country } = company.postalAddress
  return (
    <section aria-labelledby="coordonnees" className="self-start rounded-box bg-base-200 p-6 md:p-8">
      <h2 id="coordonnees" className="text-h3">
        {details.title}
      </h2>
      <dl className="mt-5 space-y-5">
        <Detail icon="pin" label={details.address}>
          {street}, {district}
          <br />
          {city}, {country}
        </Detail>
        <Detail icon="phone" label={details.phone}>
          {company.phone}
        </Detail>
        <Detail icon="mail" label={details.email}>
          {company.email}
        </Detail>
        <Detail icon="clock" label={details.hours}>
          {company.hours.map(({ days, hours }) => (
            <span key={days} className="block">
              {days} : {hours}
            </span>
          ))}
        </Detail>
      </dl>
      <p className="mt-7 grid gap-3 xs:grid-cols-2">
        <a href={telHref} className="btn btn-primary">
          <Icon name="phone" />
          {details.call}
        </a>
        <a href={mailHref()} className="btn btn-outline btn-primary">
          <Icon name="mail" />
          {details.mail}
        </a>
      </p>
    </section>
  )
}

function Detail({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3">
      <Icon name={icon} className="row-span-2 mt-0.5 size-5 text-primary" />
      <dt className="font-semibold">{label}</dt>
      <dd className="text-base-content/85">{children}</dd>
    </div>
  )
}
