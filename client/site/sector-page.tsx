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
  /** On the second and later pages of the list. */
  onlyProjects?: boolean
  /** The list of projects; the copy decides where it is shown. */
  children: ReactNode
}

/** The template of the six sector pages, which differ only in copy and pictures. */
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
