import { projectDeletion as copy } from "#client/copy/admin-projects.ts"
import { StatusMessage } from "#client/ui/status-message.tsx"
import { SECTOR_SLUGS, type Sector } from "#server/contract/sectors.ts"

export interface DeletedProject {
  id: number
  name: string
  sector: Sector
}

interface DeletedMessageProps {
  project: DeletedProject
  onDismiss: () => void
}

/** Confirms a deletion, with a link to the page that no longer shows the project. */
export function DeletedMessage({ project: { name, sector }, onDismiss }: DeletedMessageProps) {
  return (
    <StatusMessage key={name} tone="success" title={copy.done} onDismiss={onDismiss}>
      {copy.text(name, sector)}{" "}
      <a
        href={`/${SECTOR_SLUGS[sector]}`}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {copy.see(sector)}
      </a>
    </StatusMessage>
  )
}
