import { useSearch } from "@tanstack/react-router"
import { contentSource } from "#client/pictures/picture.tsx"
import { ClosingBandSection } from "#client/site/frame/closing-band.tsx"
import { Page } from "#client/site/frame/page.tsx"
import { usePageContent } from "#client/site/frame/page-content.ts"
import { PageHero } from "#client/site/frame/page-hero.tsx"
import { ProjectList } from "#client/site/projects/project-list.tsx"
import type { PublicSection } from "#server/contract/content/public.ts"
import { SECTOR_SLUGS, type Sector } from "#server/contract/sectors.ts"
import { ContentSection } from "./content-section.tsx"

/** The screen of the six sector pages, which differ only in content. */
export function SectorScreen({ sector }: { sector: Sector }) {
  const { page = 1 } = useSearch({ strict: false })
  const {
    content: { hero, closing, ...content },
    fixedSlugs,
  } = usePageContent(SECTOR_SLUGS[sector])
  const all: readonly PublicSection[] = content.sections
  // Only the first page shows more than the list.
  const sections = all.filter(({ kind }) => page === 1 || kind === "projects")
  const fixed = sections.flatMap((section) => (page === 1 && section.kind === "projects" ? section.fixed : []))
  return (
    <Page sector={sector}>
      <PageHero title={hero.title} lead={hero.lead} picture={contentSource(hero.photo)} />
      {Object.entries(sections).map(([key, section]) => (
        <ContentSection
          key={key}
          section={section}
          projects={<ProjectList sector={sector} page={page} fixed={fixed} fixedSlugs={fixedSlugs} />}
        />
      ))}
      <ClosingBandSection closing={closing} />
    </Page>
  )
}
