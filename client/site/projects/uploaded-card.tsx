import { uploadedSource } from "#client/pictures/picture.tsx"
import type { Project } from "#server/contract/projects.ts"
import { ProjectCard } from "./project-card.tsx"
import { ProjectPictures } from "./project-pictures.tsx"
import { summaryOf } from "./summary.ts"

/** The number of characters that fill three to four lines of a card. */
const CARD_SUMMARY_MAX = 125

interface UploadedCardProps {
  project: Project
  /** Whether to show only the first words of the description. */
  brief?: boolean
}

export function UploadedCard({ project: { images, ...project }, brief = false }: UploadedCardProps) {
  return (
    <ProjectCard {...project} description={brief ? summaryOf(project, CARD_SUMMARY_MAX) : project.description}>
      <ProjectPictures
        sector={project.sector}
        title={project.name}
        pictures={images.map((image, index) => uploadedSource(image, project.name, index))}
      />
    </ProjectCard>
  )
}
