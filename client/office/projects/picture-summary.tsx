import { altTextOf } from "#server/contract/images.ts"
import type { ProjectFields } from "#server/contract/project-drafts.ts"
import { projectPictures } from "./texts.ts"
import { UploadedThumbnail } from "./uploaded-thumbnail.tsx"

/** The pictures of one version with their texts, in their order. */
export function PictureSummary({ name: projectName, images }: Pick<ProjectFields, "name" | "images">) {
  return (
    <span className="grid gap-2">
      {images.map(({ name, alt }, index) => (
        <span key={`${name} ${alt}`} className="flex items-center gap-3">
          <UploadedThumbnail name={name} className="h-12 w-18" />
          <span className="min-w-0 text-sm">{altTextOf(alt, projectName, index) || projectPictures.decorative}</span>
        </span>
      ))}
    </span>
  )
}
