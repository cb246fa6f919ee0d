import { createFileRoute } from "@tanstack/react-router"
import { contact } from "#client/copy/contact.ts"
import { heads } from "#client/copy/heads.ts"
import { ContactDetails } from "#client/messages/contact-details.tsx"
import { ContactForm } from "#client/messages/contact-form.tsx"
import { pageHead } from "#client/site/head.ts"
import { Page } from "#client/site/page.tsx"
import { PageHero } from "#client/site/page-hero.tsx"
import { breadcrumbs, organisation } from "#client/site/structured-data.ts"

export const Route = createFileRoute("/contact/")({
  loader: async ({ context: { api, rejection } }) => {
    const emailService = api.messages.emailService.prefetch()
    if (import.meta.env.SSR) await emailService
    return rejection
  },
  head: ({ match: { context } }) =>
    pageHead(context.origin, {
      ...heads.contact,
      path: "/contact",
      data: [organisation(context.origin), breadcrumbs(context.origin, heads.contact.title, "/contact")],
    }),
  component: Contact,
})

function Contact() {
  const rejection = Route.useLoaderData()
  return (
    <Page>
      <PageHero title={heads.contact.title} lead={contact.lead} />
      <div className="wrap grid gap-10 py-10 md:py-16 lg:grid-cols-[1.5fr_1fr] lg:gap-16">
        <section aria-labelledby="devis">
          <h2 id="devis" className="text-h2">
            {contact.form.title}
          </h2>
          <p className="mt-2 mb-8 text-base-content/80">{contact.form.lead}</p>
          <ContactForm rejection={rejection} />
        </section>
        <ContactDetails />
      </div>
    </Page>
  )
}
