import { projectDeletion as copy } from "#client/copy/admin-projects.ts"
import { Banner } from "#client/ui/banner.tsx"
import { SECTOR_SLUGS, type Sector } from "#server/contract/sectors.ts"

export interface DeletedProject {
  name: string
  sector: Sector
  /** How many pictures went with it. */
  images: number
}

interface DeletedBannerProps {
  project: DeletedProject
  onDismiss?: () => void
}

/** What became of a deleted project, and where it no longer shows. */
export function DeletedBanner({ project: { name, sector, images }, onDismiss }: DeletedBannerProps) {
  return (
    <Banner tone="success" title={copy.done} onDismiss={onDismiss}>
      {copy.gone(name, images, sector)}{" "}
      <a
        href={`/${SECTOR_SLUGS[sector]}`}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {copy.see(sector)}
      </a>
    </Banner>
  )
}
