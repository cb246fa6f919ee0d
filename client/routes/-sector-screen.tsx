import { useSearch } from "@tanstack/react-router"
import { sectorHeads } from "#client/copy/heads.ts"
import type { SectorCopy } from "#client/copy/sector-copy.ts"
import { bundledSource } from "#client/photos/picture.tsx"
import { ProjectList } from "#client/projects/project-list.tsx"
import { SectorPage } from "#client/site/sector-page.tsx"
import type { Sector } from "#server/contract/sectors.ts"

export function SectorScreen({ sector, copy }: { sector: Sector; copy: SectorCopy }) {
  const { page = 1 } = useSearch({ strict: false })
  const { title, photo } = sectorHeads[sector]
  const fixed = copy.sections.flatMap((section) => (section.kind === "projects" ? (section.fixed ?? []) : []))
  return (
    <SectorPage sector={sector} title={title} picture={bundledSource(photo)} copy={copy} onlyProjects={page > 1}>
      <ProjectList sector={sector} page={page} fixed={page === 1 ? fixed : []} />
    </SectorPage>
  )
}
