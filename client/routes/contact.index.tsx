import { useQuery } from "@tanstack/react-query"
import { createFileRoute } from "@tanstack/react-router"
import type { RouterContext } from "#client/app/router-context.ts"
import { ContactDetails } from "#client/site/contact/contact-details.tsx"
import { ContactForm } from "#client/site/contact/contact-form.tsx"
import { findKeptProject } from "#client/site/contact/kept-project.ts"
import { contact } from "#client/site/contact/texts.ts"
import { pageHead } from "#client/site/frame/head.ts"
import { Page } from "#client/site/frame/page.tsx"
import { findPageContent, usePageContent } from "#client/site/frame/page-content.ts"
import { PageHero } from "#client/site/frame/page-hero.tsx"
import { RichText } from "#client/site/frame/rich-text.tsx"
import { useLoadedSite, whatsAppHref } from "#client/site/frame/site-content.ts"
import { breadcrumbs, organisation } from "#client/site/frame/structured-data.ts"
import { isProjectSlug } from "#server/contract/project-url.ts"
import { findContactSector, SECTOR_SLUGS, type SectorSlug } from "#server/contract/sectors.ts"

export const Route = createFileRoute("/contact/")({
  validateSearch: ({ projet, secteur }: Record<string, unknown>): ContactSearch => ({
    projet: slugOf(projet),
    secteur: SECTOR_SLUG_LIST.find((slug) => slug === secteur),
  }),
  // Without dependencies, the page that the service worker answers for another query is hydrated as it is.
  loader: async ({ context: { queries, client, rejection }, location: { search } }) => {
    const projet = slugOf((search as ContactSearch).projet)
    const emailService = queries.messages.emailService.prefetch()
    const [similar] = await Promise.all([
      findProject(client, projet),
      queries.content.page.ensureData({ slug: "contact" }),
    ])
    if (import.meta.env.SSR) await emailService
    return { rejection, projet, similar }
  },
  head: ({ match: { context } }) => {
    const page = findPageContent(context.queries, "contact")
    const site = context.queries.content.site.getData()
    if (!page || !site) return {}
    return pageHead(context, {
      ...page.head,
      path: "/contact",
      data: import.meta.env.SSR
        ? [organisation(context.origin, site), breadcrumbs(context.origin, page.content.hero.title, "/contact")]
        : [],
    })
  },
  component: Contact,
})

/** What the request is about. */
interface ContactSearch {
  projet?: string | undefined
  secteur?: SectorSlug | undefined
}

const SECTOR_SLUG_LIST = Object.values(SECTOR_SLUGS)

function slugOf(projet: unknown): string | undefined {
  return typeof projet === "string" && isProjectSlug(projet) ? projet : undefined
}

/** Returns the public project that the request is about: null if there is none, undefined if it cannot be read. */
async function findProject(client: RouterContext["client"], slug: string | undefined) {
  if (!slug) return null
  const found = await client.projects.atSlug.query(slug).catch(() => undefined)
  if (found?.kind !== "found" && found?.kind !== "fixed") return found && null
  const { name, sector } = found.project
  return { name, sector }
}

function Contact() {
  const { rejection, ...loaded } = Route.useLoaderData()
  const { projet, secteur } = Route.useSearch()
  const found = loaded.projet === projet ? loaded.similar : undefined
  const kept = useKeptProject(found === undefined ? projet : undefined)
  const similar = found ?? kept
  const site = useLoadedSite()
  const company = site?.company.contact
  const { hero, form, details } = usePageContent("contact").content
  return (
    <Page>
      <PageHero title={hero.title} lead={hero.lead} />
      <div className="wrap grid gap-10 py-10 md:py-16 lg:grid-cols-[1.5fr_1fr] lg:gap-16">
        <section aria-labelledby="devis">
          <h2 id="devis" className="text-h2">
            {form.title}
          </h2>
          <p className="mt-2 mb-8 text-base-content/80">
            <RichText text={form.lead} />
          </p>
          <ContactForm
            // A project that is found late must not replace the form under somebody's fingers.
            key={found?.name ?? secteur}
            privacy={form.privacy}
            rejection={rejection}
            keepMonths={site?.keepMonths}
            email={company?.email}
            whatsAppUrl={company?.whatsapp ? whatsAppHref(company.whatsapp) : undefined}
            initial={initialOf(similar, secteur)}
          />
        </section>
        <ContactDetails title={details.title} />
      </div>
    </Page>
  )
}

/** Finds the project where the loader could not: without a network, the service worker has the project's own page. */
function useKeptProject(slug: string | undefined) {
  const queryFn = () => findKeptProject(slug ?? "")
  return useQuery({ queryKey: ["kept project", slug], queryFn, enabled: slug !== undefined }).data
}

function initialOf(similar: { name: string; sector: string } | null | undefined, sector: string | undefined) {
  const about = similar?.sector ?? sector
  if (about === undefined) return undefined
  return { sector: findContactSector(about) ?? "", ...(similar && { message: contact.form.similar(similar.name) }) }
}
