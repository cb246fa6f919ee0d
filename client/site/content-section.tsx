import type { ReactNode } from "react"
import { Gallery } from "#client/photos/gallery.tsx"
import { RichText } from "#client/ui/rich-text.tsx"
import type { PublicSection } from "#server/contract/content/public.ts"
import { Figures } from "./figures.tsx"
import { Lists } from "./lists.tsx"
import { Section } from "./section.tsx"
import { Services } from "./services.tsx"
import { Steps } from "./steps.tsx"

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
          <Gallery photos={section.photos} />
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
