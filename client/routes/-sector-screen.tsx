import { useSuspenseQuery } from "@tanstack/react-query"
import { useSearch } from "@tanstack/react-router"
import { useApi } from "#client/api.ts"
import { contentSource } from "#client/photos/picture.tsx"
import { ProjectList } from "#client/projects/project-list.tsx"
import { ClosingBandSection } from "#client/site/closing-band.tsx"
import { ContentSection } from "#client/site/content-section.tsx"
import { Page } from "#client/site/page.tsx"
import { PageHero } from "#client/site/page-hero.tsx"
import type { PublicSection } from "#server/contract/content/public.ts"
import type { Sector } from "#server/contract/sectors.ts"

/** The screen of the six sector pages, which differ only in content. */
export function SectorScreen({ sector }: { sector: Sector }) {
  const { page = 1 } = useSearch({ strict: false })
  const { queries } = useApi()
  const { hero, closing, ...content } = useSuspenseQuery(queries.content.sector.queryOptions(sector)).data.content
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
          projects={<ProjectList sector={sector} page={page} fixed={fixed} />}
        />
      ))}
      <ClosingBandSection closing={closing} />
    </Page>
  )
}
