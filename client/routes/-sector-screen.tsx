import { useSearch } from "@tanstack/react-router"
import { sectorHeads } from "#client/copy/heads.ts"
import type { SectorCopy } from "#client/copy/sector-copy.ts"
import { bundledSource } from "#client/photos/picture.tsx"
import { ProjectList } from "#client/projects/project-list.tsx"
import { ClosingBand } from "#client/site/closing-band.tsx"
import { CopySection } from "#client/site/copy-section.tsx"
import { Page } from "#client/site/page.tsx"
import { PageHero } from "#client/site/page-hero.tsx"
import type { Sector } from "#server/contract/sectors.ts"

/** The six sector pages differ only in copy and pictures. */
export function SectorScreen({ sector, copy }: { sector: Sector; copy: SectorCopy }) {
  const { page = 1 } = useSearch({ strict: false })
  const { title, photo } = sectorHeads[sector]
  // The second and later pages show the list alone.
  const sections = copy.sections.filter(({ kind }) => page === 1 || kind === "projects")
  const fixed = sections.flatMap((section) => (page === 1 && section.kind === "projects" ? (section.fixed ?? []) : []))
  return (
    <Page sector={sector}>
      <PageHero title={title} lead={copy.lead} picture={bundledSource(photo)} />
      {sections.map((section) => (
        <CopySection
          key={section.title}
          section={section}
          projects={<ProjectList sector={sector} page={page} fixed={fixed} />}
        />
      ))}
      <ClosingBand closing={copy.closing} />
    </Page>
  )
}
