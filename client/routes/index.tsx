import { createFileRoute } from "@tanstack/react-router"
import { contentSource, Picture, type PictureSource } from "#client/pictures/picture.tsx"
import { ClosingBandSection } from "#client/site/frame/closing-band.tsx"
import { pageHead } from "#client/site/frame/head.ts"
import { Page } from "#client/site/frame/page.tsx"
import { findPageContent, usePageContent } from "#client/site/frame/page-content.ts"
import { RichText } from "#client/site/frame/rich-text.tsx"
import { organisation } from "#client/site/frame/structured-data.ts"
import { SectorCards } from "#client/site/home/sector-cards.tsx"
import { Story } from "#client/site/home/story.tsx"
import { home } from "#client/site/home/texts.ts"
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
      data: import.meta.env.SSR ? [organisation(context.origin, site)] : [],
    })
  },
  component: Home,
})

function heroPictures({ photo: picture, portrait }: PublicContent<"accueil">["hero"]) {
  return { source: contentSource(picture), ...(portrait && { portrait: contentSource(portrait) }), sizes: "100vw" }
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

interface HomeHeroProps {
  hero: PublicContent<"accueil">["hero"]
  /** Phones show the portrait, if there is one. */
  pictures: { source: PictureSource; portrait?: PictureSource; sizes: string }
}

function HomeHero({ hero, pictures }: HomeHeroProps) {
  return (
    <div className="on-dark relative isolate flex min-h-[min(calc(100svh-var(--header)-var(--contact-bar)),56rem)] items-end bg-neutral text-neutral-content">
      <Picture {...pictures} first className="absolute inset-0 -z-20 size-full object-cover" />
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-linear-to-t from-neutral via-neutral/70 via-45% to-neutral/10 md:bg-linear-to-tr md:via-neutral/70 md:via-50% md:to-neutral/5"
      />
      <div className="wrap pt-28 pb-10 md:pb-20">
        <h1 className="max-w-[14ch] text-hero">{hero.title}</h1>
        <p className="mt-5 max-w-xl text-lead">
          <RichText text={hero.lead} />
        </p>
        <p className="mt-8 flex flex-wrap gap-3">
          <a href="#secteurs" className="btn btn-secondary btn-lg">
            {home.discover}
          </a>
          <a
            href="#contact"
            className="btn btn-lg border-neutral-content/60 bg-neutral/40 text-neutral-content shadow-none hover:bg-neutral"
          >
            {home.contact}
          </a>
        </p>
      </div>
    </div>
  )
}
