import { createFileRoute } from "@tanstack/react-router"
import { about } from "#client/copy/about.ts"
import { heads } from "#client/copy/heads.ts"
import { bundledSource } from "#client/photos/picture.tsx"
import { ClosingBand } from "#client/site/closing-band.tsx"
import { Figures } from "#client/site/figures.tsx"
import { pageHead } from "#client/site/head.ts"
import { Page } from "#client/site/page.tsx"
import { PAGE_HERO_SIZES, PageHero } from "#client/site/page-hero.tsx"
import { Section } from "#client/site/section.tsx"
import { breadcrumbs } from "#client/site/structured-data.ts"
import { Values } from "#client/site/values.tsx"

const picture = bundledSource(heads.about.photo)

export const Route = createFileRoute("/about")({
  head: ({ match: { context } }) =>
    pageHead(context.origin, {
      ...heads.about,
      path: "/about",
      picture: { source: picture, sizes: PAGE_HERO_SIZES },
      data: [breadcrumbs(context.origin, heads.about.title, "/about")],
    }),
  component: About,
})

function About() {
  return (
    <Page>
      <PageHero title={about.title} name={heads.about.title} lead={about.subtitle} picture={picture} />
      <Section title={about.history.title}>
        <div className="grid gap-x-12 gap-y-5 text-lead md:grid-cols-2">
          {about.history.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </Section>
      <Figures title={about.figuresTitle} figures={about.figures} />
      <Section title={about.valuesTitle} background="cream">
        <Values values={about.values} />
      </Section>
      <ClosingBand closing={about.closing} />
    </Page>
  )
}
