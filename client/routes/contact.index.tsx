import { useSuspenseQuery } from "@tanstack/react-query"
import { createFileRoute } from "@tanstack/react-router"
import { useApi } from "#client/api.ts"
import { ContactForm } from "#client/messages/contact-form.tsx"
import { ContactDetails } from "#client/site/contact-details.tsx"
import { pageHead } from "#client/site/head.ts"
import { Page } from "#client/site/page.tsx"
import { PageHero } from "#client/site/page-hero.tsx"
import { breadcrumbs, organisation } from "#client/site/structured-data.ts"
import { RichText } from "#client/ui/rich-text.tsx"

export const Route = createFileRoute("/contact/")({
  loader: async ({ context: { api, rejection } }) => {
    const emailService = api.messages.emailService.prefetch()
    await api.content.contact.ensureData()
    if (import.meta.env.SSR) await emailService
    return rejection
  },
  head: ({ match: { context } }) => {
    const page = context.api.content.contact.getData()
    const site = context.api.content.site.getData()
    if (!page || !site) return {}
    const { title = "" } = page.head
    return pageHead(context, {
      ...page.head,
      path: "/contact",
      data: [organisation(context.origin, site), breadcrumbs(context.origin, title, "/contact")],
    })
  },
  component: Contact,
})

function Contact() {
  const rejection = Route.useLoaderData()
  const { queries } = useApi()
  const { hero, form, details } = useSuspenseQuery(queries.content.contact.queryOptions()).data.content
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
          <ContactForm privacy={form.privacy} rejection={rejection} />
        </section>
        <ContactDetails title={details.title} />
      </div>
    </Page>
  )
}
