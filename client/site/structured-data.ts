import { company } from "#client/copy/company.ts"
import { site } from "#client/copy/site.ts"

/** https://schema.org/LocalBusiness */
export function organisation(origin: string) {
  const { street, district, city, countryCode } = company.postalAddress
  return {
    "@context": "https://schema.org",
    "@type": "LocalBusiness",
    "@id": `${origin}/#organisation`,
    name: company.name,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    image: `${origin}/og-default.jpg`,
    foundingDate: String(company.founded),
    telephone: company.phone,
    email: company.email,
    address: {
      "@type": "PostalAddress",
      streetAddress: `${street}, ${district}`,
      addressLocality: city,
      addressCountry: countryCode,
    },
    openingHoursSpecification: company.hours.map(({ schema, opens, closes }) => ({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: schema.map((day) => `https://schema.org/${day}`),
      opens,
      closes,
    })),
  }
}

/** https://schema.org/BreadcrumbList */
export function breadcrumbs(origin: string, name: string, path: string) {
  const steps = [
    { name: site.breadcrumb.home, path: "/" },
    { name, path },
  ]
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
