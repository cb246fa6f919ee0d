import { listOpeningHours } from "#server/contract/content/opening-hours.ts"
import { plainText, type SiteContent } from "#server/contract/content/public.ts"
import { SITE_PICTURE } from "./head.ts"
import { site } from "./texts.ts"

/** Returns the JSON-LD of the company (https://schema.org/LocalBusiness). */
export function organisation(origin: string, { company }: SiteContent) {
  const { facts, contact, hours } = company
  const [street = "", place = ""] = plainText(contact.address).split("\n")
  const openings = listOpeningHours(hours)
  return {
    "@context": "https://schema.org",
    "@type": "LocalBusiness",
    "@id": `${origin}/#organisation`,
    name: facts.name,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    image: origin + SITE_PICTURE.path,
    foundingDate: String(facts.founded),
    telephone: contact.phone,
    email: contact.email,
    address: {
      "@type": "PostalAddress",
      streetAddress: street,
      addressLocality: place.split(",")[0],
      addressCountry: "CD",
    },
    openingHoursSpecification: openings.flatMap(({ days, parts }) =>
      parts.map(({ opens, closes }) => ({
        "@type": "OpeningHoursSpecification",
        dayOfWeek: days.map((day) => `https://schema.org/${day.charAt(0).toUpperCase()}${day.slice(1)}`),
        opens,
        closes,
      })),
    ),
  }
}

interface Step {
  name: string
  /** The absolute path, without the origin. */
  path: string
}

/** Returns the JSON-LD of a breadcrumb (https://schema.org/BreadcrumbList). */
export function breadcrumbs(origin: string, name: string, path: string, parents: readonly Step[] = []) {
  const steps = [{ name: site.breadcrumb.home, path: "/" }, ...parents, { name, path }]
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: steps.map((step, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: step.name,
      item: new URL(step.path, origin).href,
    })),
  }
}
