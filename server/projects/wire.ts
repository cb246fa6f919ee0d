import type { Project } from "#server/contract/projects.ts"

/** A project as the REST calls name its fields (contract §3). */
export function toWire({
  id,
  name,
  description,
  address,
  status,
  sector,
  images,
  version,
  createdAt,
  updatedAt,
}: Project) {
  return {
    id,
    project_name: name,
    description,
    address,
    status,
    sector,
    project_images: images.map((image) => image.name),
    image_alts: images.map((image) => image.alt),
    version,
    created_at: createdAt,
    updated_at: updatedAt,
  }
}
