import type { ReactNode } from "react"
import { Icon } from "#client/icons/icon.tsx"
import { Gallery } from "#client/pictures/gallery.tsx"
import { contentSource } from "#client/pictures/picture.tsx"
import { PictureGrid } from "#client/pictures/picture-grid.tsx"
import { Figures } from "#client/site/frame/figures.tsx"
import { RichText } from "#client/site/frame/rich-text.tsx"
import { Section } from "#client/site/frame/section.tsx"
import type { GalleryPicture, PublicSection } from "#server/contract/content/public.ts"

export function ContentSection({ section, projects }: { section: PublicSection; projects: ReactNode }) {
  switch (section.kind) {
    case "text":
      return (
        <Section title={section.title}>
          <div className="gap-12 text-lead md:columns-2">
            {Object.entries(section.paragraphs).map(([key, paragraph]) => (
              <p key={key} className="mb-4 break-inside-avoid">
                <RichText text={paragraph} />
              </p>
            ))}
          </div>
        </Section>
      )
    case "services":
      return (
        <Section title={section.title} lead={section.lead}>
          <Services services={section.services} />
        </Section>
      )
    case "lists":
      return (
        <Section title={section.title} lead={section.lead}>
          <Lists columns={section.columns} />
        </Section>
      )
    case "figures":
      return <Figures title={section.title} lead={section.lead} figures={section.figures} />
    case "steps":
      return (
        <Section title={section.title} lead={section.lead} background="cream">
          <Steps steps={section.steps} />
        </Section>
      )
    case "gallery":
      return (
        <Section title={section.title} lead={section.lead}>
          <Pictures pictures={section.photos} />
        </Section>
      )
    case "projects":
      return (
        <Section title={section.title} lead={section.lead} background="cream" id="projets" deferred>
          {projects}
        </Section>
      )
  }
}

type SectionOf<Kind> = Extract<PublicSection, { kind: Kind }>

function Services({ services }: Pick<SectionOf<"services">, "services">) {
  return (
    <ul className={`grid gap-5 ${services.length % 3 === 0 ? "md:grid-cols-3" : "sm:grid-cols-2 lg:grid-cols-4"}`}>
      {Object.entries(services).map(([key, { icon, title, text }]) => (
        <li key={key} className="rounded-box border border-base-300 bg-base-100 p-6">
          <span className="flex size-12 items-center justify-center rounded-field bg-(--hue) text-(--hue-content)">
            <Icon name={icon} className="size-6" />
          </span>
          <h3 className="mt-5 text-h3">{title}</h3>
          <p className="mt-2 text-base-content/80">
            <RichText text={text} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function Lists({ columns }: Pick<SectionOf<"lists">, "columns">) {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      {Object.entries(columns).map(([key, { title, entries }]) => (
        <div key={key} className="rounded-box border border-base-300 bg-base-100 p-6 md:p-8">
          <h3 className="text-h3">{title}</h3>
          <ul className="mt-4 space-y-3">
            {Object.entries(entries).map(([position, entry]) => (
              <li key={position} className="flex gap-3">
                <Icon name="check" className="mt-1 size-5 text-primary" />
                {entry}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function Steps({ steps }: Pick<SectionOf<"steps">, "steps">) {
  return (
    <ol
      className={`grid gap-x-8 gap-y-8 ${steps.length % 3 === 0 ? "md:grid-cols-3" : "sm:grid-cols-2 lg:grid-cols-4"}`}
    >
      {Array.from(steps.entries(), ([index, { title, text }]) => (
        <li key={index} className="border-t-3 border-(--hue) pt-4">
          <span aria-hidden="true" className="font-display text-lg font-bold text-base-content/70">
            {index + 1}
          </span>
          <h3 className="mt-1 text-h3">{title}</h3>
          <p className="mt-2 text-base-content/80">
            <RichText text={text} />
          </p>
        </li>
      ))}
    </ol>
  )
}

function Pictures({ pictures }: { pictures: readonly GalleryPicture[] }) {
  return (
    <Gallery>
      <PictureGrid pictures={pictures.map(({ photo: picture, caption }) => ({ ...contentSource(picture), caption }))} />
    </Gallery>
  )
}
