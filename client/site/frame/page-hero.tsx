import { Picture, type PictureSource } from "#client/pictures/picture.tsx"
import type { RichText as Text } from "#server/contract/content/public.ts"
import { Breadcrumb } from "./breadcrumb.tsx"
import { RichText } from "./rich-text.tsx"

interface PageHeroProps {
  title: string
  lead: Text
  /** The page's name in the breadcrumb. */
  name?: string
  picture?: PictureSource
}

export const PAGE_HERO_SIZES = "(min-width: 75rem) 36rem, (min-width: 48rem) calc(50vw - 3.5rem), 100vw"

export function PageHero({ title, lead, name = title, picture }: PageHeroProps) {
  return (
    <div className="bg-base-200">
      <div
        className={`wrap grid items-center gap-8 py-8 md:gap-12 md:py-14 ${picture ? "md:grid-cols-2" : "md:grid-cols-[fit-content(60%)_1fr] lg:grid-cols-2"}`}
      >
        <div className={picture ? "" : "contents"}>
          <Breadcrumb className={picture ? "mb-5" : "-mb-4 md:col-span-2 md:-mb-8"} name={name} />
          <h1 className="hue-rule text-h1">{title}</h1>
          <p className={`prose-width text-lead ${picture ? "mt-6" : "md:self-end"}`}>
            <RichText text={lead} />
          </p>
        </div>
        {picture && (
          <Picture
            source={picture}
            sizes={PAGE_HERO_SIZES}
            first
            className="aspect-3/2 w-full rounded-box object-cover max-md:-mx-[clamp(1rem,4vw,2rem)] max-md:w-screen max-md:max-w-none max-md:rounded-none"
          />
        )}
      </div>
    </div>
  )
}
