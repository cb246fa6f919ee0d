import { createFileRoute } from "@tanstack/react-router"
import { contentSource } from "#client/pictures/picture.tsx"
import { ProofSections } from "#client/site/about/proof.tsx"
import { ClosingBandSection } from "#client/site/frame/closing-band.tsx"
import { CompanyFigures } from "#client/site/frame/figures.tsx"
import { pageHead } from "#client/site/frame/head.ts"
import { Page } from "#client/site/frame/page.tsx"
import { findPageContent, usePageContent } from "#client/site/frame/page-content.ts"
import { PAGE_HERO_SIZES, PageHero } from "#client/site/frame/page-hero.tsx"
import { RichText } from "#client/site/frame/rich-text.tsx"
import { Section } from "#client/site/frame/section.tsx"
import { breadcrumbs } from "#client/site/frame/structured-data.ts"
import { Values } from "#client/site/frame/values.tsx"
import { contentPages } from "#server/contract/site-pages.ts"

const { path, label } = contentPages["a-propos"]

export const Route = createFileRoute("/about")({
  loader: async ({ context: { queries } }) => {
    await queries.content.page.ensureData({ slug: "a-propos" })
  },
  head: ({ match: { context } }) => {
    const page = findPageContent(context.queries, "a-propos")
    if (!page) return {}
    return pageHead(context, {
      ...page.head,
      path,
      picture: { source: contentSource(page.content.hero.photo), sizes: PAGE_HERO_SIZES },
      data: import.meta.env.SSR ? [breadcrumbs(context.origin, label, path)] : [],
    })
  },
  component: About,
})

function About() {
  const { hero, history, figures, values, proof, closing } = usePageContent("a-propos").content
  return (
    <Page>
      <PageHero title={hero.title} name={label} lead={hero.lead} picture={contentSource(hero.photo)} />
      <Section title={history.title}>
        <div className="grid gap-x-12 gap-y-5 text-lead md:grid-cols-2">
          {Object.entries(history.paragraphs).map(([key, paragraph]) => (
            <p key={key}>
              <RichText text={paragraph} />
            </p>
          ))}
        </div>
      </Section>
      <CompanyFigures title={figures.title} captions={figures} />
      <Section title={values.title} background="cream">
        <Values values={values.values} />
      </Section>
      <ProofSections proof={proof} />
      <ClosingBandSection closing={closing} />
    </Page>
  )
}
