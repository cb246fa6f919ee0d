import { createFileRoute } from "@tanstack/react-router"
import { home } from "#client/copy/home.ts"
import { ClosingBand } from "#client/site/closing-band.tsx"
import { pageHead } from "#client/site/head.ts"
import { HomeHero, homeHeroPictures } from "#client/site/home-hero.tsx"
import { Page } from "#client/site/page.tsx"
import { SectorCards } from "#client/site/sector-cards.tsx"
import { Story } from "#client/site/story.tsx"
import { organisation } from "#client/site/structured-data.ts"

export const Route = createFileRoute("/")({
  head: ({ match: { context } }) =>
    pageHead(context.origin, {
      description: home.description,
      path: "/",
      picture: homeHeroPictures,
      data: [organisation(context.origin)],
    }),
  component: Home,
})

function Home() {
  return (
    <Page>
      <HomeHero />
      <SectorCards />
      <Story />
      <ClosingBand closing={home.closing} id="contact" />
    </Page>
  )
}
