import { Link } from "@tanstack/react-router"
import { Icon } from "#client/icons/icon.tsx"
import { contentSource, Picture } from "#client/pictures/picture.tsx"
import { FigureList, useCompanyFigures } from "#client/site/frame/figures.tsx"
import { RichText } from "#client/site/frame/rich-text.tsx"
import { Section } from "#client/site/frame/section.tsx"
import { Values } from "#client/site/frame/values.tsx"
import type { PublicContent } from "#server/contract/content/public.ts"
import { home } from "./texts.ts"

export function Story({ story }: { story: PublicContent<"accueil">["story"] }) {
  return (
    <Section title={story.title} background="cream">
      <div className="grid items-center gap-10 lg:grid-cols-2 lg:gap-16">
        <div>
          <div className="prose-width space-y-4 text-lead">
            {Object.entries(story.paragraphs).map(([key, paragraph]) => (
              <p key={key}>
                <RichText text={paragraph} />
              </p>
            ))}
          </div>
          <Link
            to="/about"
            className="mt-4 inline-flex min-h-11 items-center gap-2 font-semibold text-primary underline-offset-4 hover:underline"
          >
            {home.moreOfCompany}
            <Icon name="arrow" />
          </Link>
          <div className="mt-6 border-t border-base-300 pt-6 [&_dl]:justify-start">
            <FigureList figures={useCompanyFigures(story)} />
          </div>
        </div>
        <Picture
          source={contentSource(story.photo)}
          sizes="(min-width: 75rem) 35rem, (min-width: 64rem) 50vw, calc(100vw - 2.5rem)"
          className="aspect-4/3 w-full rounded-box object-cover"
        />
      </div>
      <div className="mt-14">
        <Values values={story.values} />
      </div>
    </Section>
  )
}
