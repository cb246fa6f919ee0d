import { UndoButton } from "#client/office/list/undo-button.tsx"
import { projectDeletion as texts } from "#client/office/projects/texts.ts"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { SECTOR_SLUGS, type Sector } from "#server/contract/sectors.ts"
import { useProjectRestoration } from "./use-project-restoration.ts"

export interface DeletedProject {
  id: number
  name: string
  sector: Sector
}

interface DeletedProjectNoticeProps {
  project: DeletedProject
  onDismiss: () => void
}

/** Confirms a deletion, with a link to the page that no longer shows the project, and undoes it. */
export function DeletedProjectNotice({ project, onDismiss }: DeletedProjectNoticeProps) {
  const { id, name, sector } = project
  const restoration = useProjectRestoration()
  if (restoration.isSuccess && restoration.variables === project) {
    return <RestoredProjectNotice name={name} onDismiss={onDismiss} />
  }
  return (
    <StatusMessage key={id} tone="success" title={texts.done} onDismiss={onDismiss}>
      {texts.text(name)}
      <UndoButton
        restoration={restoration}
        onUndo={() => restoration.mutate(project)}
        failurePrefix={texts.restorationFailed}
      >
        <a
          href={`/${SECTOR_SLUGS[sector]}`}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {texts.see(sector)}
        </a>
      </UndoButton>
    </StatusMessage>
  )
}

export function RestoredProjectNotice({ name, onDismiss }: { name: string; onDismiss: () => void }) {
  return (
    <StatusMessage key={`restored ${name}`} tone="success" title={texts.restored} onDismiss={onDismiss}>
      {texts.restoredText(name)}
    </StatusMessage>
  )
}
