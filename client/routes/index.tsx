import { createFileRoute } from "@tanstack/react-router"
import { heads } from "#client/copy/heads.ts"
import { home } from "#client/copy/home.ts"
import { bundledSource } from "#client/photos/picture.tsx"
import { ClosingBand } from "#client/site/closing-band.tsx"
import { pageHead } from "#client/site/head.ts"
import { HomeHero } from "#client/site/home-hero.tsx"
import { Page } from "#client/site/page.tsx"
import { SectorCards } from "#client/site/sector-cards.tsx"
import { Story } from "#client/site/story.tsx"
import { organisation } from "#client/site/structured-data.ts"

const heroPictures = {
  source: bundledSource(heads.home.photo),
  portrait: bundledSource(heads.home.portrait),
  sizes: "100vw",
}

export const Route = createFileRoute("/")({
  head: ({ match: { context } }) =>
    pageHead(context.origin, {
      description: heads.home.description,
      path: "/",
      picture: heroPictures,
      data: [organisation(context.origin)],
    }),
  component: Home,
})

function Home() {
  return (
    <Page>
      <HomeHero pictures={heroPictures} />
      <SectorCards />
      <Story />
      <ClosingBand closing={home.closing} id="contact" />
    </Page>
  )
}
