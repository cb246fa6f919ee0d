import { uploadedSource } from "#client/pictures/picture.tsx"
import type { Project } from "#server/contract/projects.ts"
import { ProjectCard } from "./project-card.tsx"
import { CARD_SIZES, ProjectPictures } from "./project-pictures.tsx"
import { summaryOf } from "./summary.ts"

/** Phones show the picture in a third of the card. */
const COMPACT_SIZES = CARD_SIZES.replace("calc(100vw - 2.5rem)", "30vw")

/** The number of characters that fill three to four lines of a card. */
const CARD_SUMMARY_MAX = 125

interface UploadedCardProps {
  project: Project
  /** Whether to show only the first words of the description. */
  brief?: boolean
  /** Whether its list has the class `compact`. */
  compact?: boolean
}

export function UploadedCard({ project: { images, ...project }, brief = false, compact = false }: UploadedCardProps) {
  return (
    <ProjectCard {...project} description={brief ? summaryOf(project, CARD_SUMMARY_MAX) : project.description}>
      <ProjectPictures
        sector={project.sector}
        title={project.name}
        {...(compact && { sizes: COMPACT_SIZES })}
        pictures={images.map((image, index) => uploadedSource(image, project.name, index))}
      />
    </ProjectCard>
  )
}
