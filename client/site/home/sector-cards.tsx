import { Link } from "@tanstack/react-router"
import { Icon } from "#client/icons/icon.tsx"
import { contentSource, Picture } from "#client/pictures/picture.tsx"
import { RichText } from "#client/site/frame/rich-text.tsx"
import { Section } from "#client/site/frame/section.tsx"
import { PortfolioLink } from "#client/site/projects/portfolio-link.tsx"
import type { PublicContent } from "#server/contract/content/public.ts"
import { SECTOR_SLUGS, SECTORS } from "#server/contract/sectors.ts"
import { home } from "./texts.ts"

type Sectors = PublicContent<"accueil">["sectors"]

const SIZES =
  "(min-width: 75rem) 24rem, (min-width: 64rem) calc(33.3vw - 2.3rem), (min-width: 40rem) calc(46vw - 0.8rem), calc(100vw - 2.5rem)"

export function SectorCards({ sectors }: { sectors: Sectors }) {
  const { title, lead, cards } = sectors
  return (
    <Section title={title} lead={lead} id="secteurs">
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {SECTORS.map((sector) => SECTOR_SLUGS[sector]).map((slug) => (
          <SectorCard key={slug} slug={slug} card={cards[slug]} />
        ))}
      </ul>
      <PortfolioLink />
    </Section>
  )
}

type Slug = keyof Sectors["cards"]

function SectorCard({ slug, card }: { slug: Slug; card: Sectors["cards"][Slug] }) {
  return (
    <li
      data-sector={slug}
      className="group relative flex flex-col overflow-hidden rounded-box border border-base-300 motion-safe:transition-shadow duration-250 focus-within:shadow-float hover:shadow-float"
    >
      <div className="framed overflow-hidden">
        <Picture
          source={contentSource(card.photo)}
          sizes={SIZES}
          className="size-full object-cover motion-safe:transition-transform duration-250 ease-calm motion-safe:group-hover:scale-103"
        />
      </div>
      <div className="flex grow flex-col border-t-4 border-(--hue) p-6">
        <h3 className="flex items-center gap-3 text-h3">
          <Icon name={card.icon} className="size-6" />
          {card.title}
        </h3>
        <p className="mt-2 text-base-content/85">
          <RichText text={card.text} />
        </p>
        <ul className="mt-4 mb-5 space-y-1.5">
          {Object.entries(card.services).map(([key, service]) => (
            <li key={key} className="flex gap-2.5">
              <Icon name="check" className="mt-1 size-4.5 text-primary" />
              {service}
            </li>
          ))}
        </ul>
        <Link
          to={`/${slug}`}
          aria-label={`${home.moreOfSector}\u00a0: ${card.title}`}
          className="mt-auto inline-flex min-h-11 items-center gap-2 self-start font-semibold text-primary underline-offset-4 after:absolute after:inset-0 group-hover:underline"
        >
          {home.moreOfSector}
          <Icon name="arrow" />
        </Link>
      </div>
    </li>
  )
}
