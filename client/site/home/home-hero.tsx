import { Picture, type PictureSource } from "#client/pictures/picture.tsx"
import { RichText } from "#client/site/frame/rich-text.tsx"
import type { PublicContent } from "#server/contract/content/public.ts"
import { home } from "./texts.ts"

interface HomeHeroProps {
  hero: PublicContent<"accueil">["hero"]
  /** Phones show the portrait crop. */
  pictures: { source: PictureSource; portrait: PictureSource; sizes: string }
}

export function HomeHero({ hero, pictures }: HomeHeroProps) {
  return (
    <div className="on-dark relative isolate flex min-h-[min(calc(100svh-var(--header)),56rem)] items-end bg-neutral text-neutral-content">
      <Picture {...pictures} first className="absolute inset-0 -z-20 size-full object-cover" />
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-linear-to-t from-neutral via-neutral/70 via-45% to-neutral/10 md:bg-linear-to-tr md:via-neutral/70 md:via-50% md:to-neutral/5"
      />
      <div className="wrap pt-40 pb-10 md:pb-20">
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
