import { createFileRoute } from "@tanstack/react-router"
import { contentSource } from "#client/photos/picture.tsx"
import { ClosingBandSection } from "#client/site/closing-band.tsx"
import { pageHead } from "#client/site/head.ts"
import { HomeHero } from "#client/site/home-hero.tsx"
import { Page } from "#client/site/page.tsx"
import { findPageContent, usePageContent } from "#client/site/page-content.ts"
import { SectorCards } from "#client/site/sector-cards.tsx"
import { Story } from "#client/site/story.tsx"
import { organisation } from "#client/site/structured-data.ts"
import type { PublicContent } from "#server/contract/content/public.ts"

export const Route = createFileRoute("/")({
  loader: async ({ context: { queries } }) => {
    await queries.content.page.ensureData({ slug: "accueil" })
  },
  head: ({ match: { context } }) => {
    const page = findPageContent(context.queries, "accueil")
    const site = context.queries.content.site.getData()
    if (!page || !site) return {}
    return pageHead(context, {
      ...page.head,
      path: "/",
      picture: heroPictures(page.content.hero),
      data: [organisation(context.origin, site)],
    })
  },
  component: Home,
})

function heroPictures({ photo, portrait }: PublicContent<"accueil">["hero"]) {
  return { source: contentSource(photo), portrait: contentSource(portrait), sizes: "100vw" }
}

function Home() {
  const { content } = usePageContent("accueil")
  return (
    <Page>
      <HomeHero hero={content.hero} pictures={heroPictures(content.hero)} />
      <SectorCards sectors={content.sectors} />
      <Story story={content.story} />
      <ClosingBandSection closing={content.closing} id="contact" />
    </Page>
  )
}
