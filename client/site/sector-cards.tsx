import { Link } from "@tanstack/react-router"
import { home, type SectorCard as SectorCardCopy } from "#client/copy/home.ts"
import { Icon } from "#client/icons/icon.tsx"
import { bundledSource, Picture } from "#client/photos/picture.tsx"
import { SECTOR_SLUGS, SECTORS } from "#server/contract/sectors.ts"
import { Section } from "./section.tsx"

const { title, lead, more, cards } = home.sectors

const SIZES = "(min-width: 75rem) 24rem, (min-width: 64rem) 30vw, (min-width: 40rem) 46vw, calc(100vw - 2.5rem)"

export function SectorCards() {
  return (
    <Section title={title} lead={lead} id="secteurs">
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {SECTORS.map((sector) => (
          <SectorCard key={sector} slug={SECTOR_SLUGS[sector]} card={cards[sector]} />
        ))}
      </ul>
    </Section>
  )
}

type Slug = (typeof SECTOR_SLUGS)[keyof typeof SECTOR_SLUGS]

function SectorCard({ slug, card }: { slug: Slug; card: SectorCardCopy }) {
  return (
    <li
      data-sector={slug}
      className="group relative flex flex-col overflow-hidden rounded-box border border-base-300 motion-safe:transition-shadow duration-250 focus-within:shadow-float hover:shadow-float"
    >
      <div className="framed overflow-hidden">
        <Picture
          source={bundledSource(card.photo)}
          sizes={SIZES}
          className="size-full object-cover motion-safe:transition-transform duration-250 ease-calm motion-safe:group-hover:scale-103"
        />
      </div>
      <div className="flex grow flex-col border-t-4 border-(--hue) p-6">
        <h3 className="flex items-center gap-3 text-h3">
          <Icon name={card.icon} className="size-6" />
          {card.title}
        </h3>
        <p className="mt-2 text-base-content/85">{card.text}</p>
        <ul className="mt-4 mb-5 space-y-1.5">
          {card.services.map((service) => (
            <li key={service} className="flex gap-2.5">
              <Icon name="check" className="mt-1 size-4.5 text-primary" />
              {service}
            </li>
          ))}
        </ul>
        <Link
          to={`/${slug}`}
          aria-label={`${more} : ${card.title}`}
          className="mt-auto inline-flex min-h-11 items-center gap-2 self-start font-semibold text-primary underline-offset-4 after:absolute after:inset-0 group-hover:underline"
        >
          {more}
          <Icon name="arrow" />
        </Link>
      </div>
    </li>
  )
}
