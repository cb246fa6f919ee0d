import type { ReactNode } from "react"
import type { SectorCopy } from "#client/copy/sector-copy.ts"
import type { PictureSource } from "#client/photos/picture.tsx"
import type { Sector } from "#server/contract/sectors.ts"
import { ClosingBand } from "./closing-band.tsx"
import { CopySection } from "./copy-section.tsx"
import { Page } from "./page.tsx"
import { PageHero } from "./page-hero.tsx"

interface SectorPageProps {
  sector: Sector
  title: string
  picture: PictureSource
  copy: SectorCopy
  /** Later pages of the list show the list alone. */
  onlyProjects?: boolean
  /** The list of projects, in the place that the copy gives it. */
  children: ReactNode
}

/** One template for the six sectors: they differ by their words and pictures. */
export function SectorPage({ sector, title, picture, copy, onlyProjects = false, children }: SectorPageProps) {
  const sections = copy.sections.filter(({ kind }) => !onlyProjects || kind === "projects")
  return (
    <Page sector={sector}>
      <PageHero title={title} lead={copy.lead} picture={picture} />
      {sections.map((section) => (
        <CopySection key={section.title} section={section} projects={children} />
      ))}
      <ClosingBand closing={copy.closing} />
    </Page>
  )
}
