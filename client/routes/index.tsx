import { createFileRoute } from "@tanstack/react-router"
import { contentSource } from "#client/pictures/picture.tsx"
import { ClosingBandSection } from "#client/site/frame/closing-band.tsx"
import { pageHead } from "#client/site/frame/head.ts"
import { Page } from "#client/site/frame/page.tsx"
import { findPageContent, usePageContent } from "#client/site/frame/page-content.ts"
import { organisation } from "#client/site/frame/structured-data.ts"
import { HomeHero } from "#client/site/home/home-hero.tsx"
import { SectorCards } from "#client/site/home/sector-cards.tsx"
import { Story } from "#client/site/home/story.tsx"
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
