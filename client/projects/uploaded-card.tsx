import { uploadedSource } from "#client/photos/picture.tsx"
import type { Project } from "#server/contract/projects.ts"
import { ProjectCard } from "./project-card.tsx"
import { ProjectPictures } from "./project-pictures.tsx"
import { summaryOf } from "./summary.ts"

/** Three to four lines of a card. */
const CARD_SUMMARY_MAX = 125

interface UploadedCardProps {
  project: Project
  /** Shows no more than the first words of its description. */
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
