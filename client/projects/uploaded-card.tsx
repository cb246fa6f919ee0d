import { uploadedSource } from "#client/photos/picture.tsx"
import type { Project } from "#server/contract/projects.ts"
import { ProjectCard } from "./project-card.tsx"
import { ProjectPictures } from "./project-pictures.tsx"

export function UploadedCard({ images, ...project }: Project) {
  return (
    <ProjectCard {...project}>
      <ProjectPictures
        sector={project.sector}
        title={project.name}
        pictures={images.map((image, index) => uploadedSource(image, project.name, index))}
      />
    </ProjectCard>
  )
}
