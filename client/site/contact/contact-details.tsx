import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { formatDate } from "#client/app/dates.ts"
import { Icon, type IconName } from "#client/icons/icon.tsx"
import { nameDays } from "#client/site/frame/name-days.ts"
import { RichText } from "#client/site/frame/rich-text.tsx"
import { mailHref, telHref, useSite, whatsAppHref } from "#client/site/frame/site-content.ts"
import { listOpeningHours } from "#server/contract/content/opening-hours.ts"
import { contact as texts } from "./texts.ts"

const { details } = texts

export function ContactDetails({ title }: { title: string }) {
  const { contact, hours, exceptions } = useSite().company
  return (
    <section aria-labelledby="coordonnees" className="self-start rounded-box bg-base-200 p-6 md:p-8">
      <h2 id="coordonnees" className="text-h3">
        {title}
      </h2>
      <dl className="mt-5 space-y-5">
        <Detail icon="pin" label={details.address}>
          <span className="whitespace-pre-line">
            <RichText text={contact.address} />
          </span>
        </Detail>
        <Detail icon="phone" label={details.phone}>
          {contact.phone}
        </Detail>
        {contact.whatsapp && (
          <Detail icon="phone" label={details.whatsapp}>
            <a href={whatsAppHref(contact.whatsapp)} className="underline underline-offset-4">
              {contact.whatsapp}
            </a>
          </Detail>
        )}
        <Detail icon="mail" label={details.email}>
          {contact.email}
        </Detail>
        <Detail icon="clock" label={details.hours}>
          {listOpeningHours(hours).map(({ days, text }) => (
            <span key={days[0]} className="block">
              {`${nameDays(days)}\u00a0: `}
              <span className="inline-block">{text}</span>
            </span>
          ))}
        </Detail>
        {exceptions.length > 0 && (
          <Detail icon="alert" label={details.exceptions}>
            {Object.entries(exceptions).map(([key, { date, text }]) => (
              <span key={key} className="block">
                {`${formatDate(date)}\u00a0: ${text}`}
              </span>
            ))}
          </Detail>
        )}
      </dl>
      <p className="mt-7 grid gap-3 xs:grid-cols-2">
        <a href={telHref(contact.phone)} className="btn btn-primary">
          <Icon name="phone" />
          {details.call}
        </a>
        <a href={mailHref(contact.email)} className="btn btn-outline btn-primary">
          <Icon name="mail" />
          {details.mail}
        </a>
      </p>
      <Link to="/mes-demandes" className="link-inline mt-4 inline-block min-h-11 py-2">
        {details.sent}
      </Link>
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
