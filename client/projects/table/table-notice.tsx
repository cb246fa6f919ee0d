import type { Failure } from "#client/projects/form/save-error.ts"
import { Banner } from "#client/ui/banner.tsx"
import { DeletedBanner, type DeletedProject } from "./deleted-banner.tsx"

interface TableNoticeProps {
  deleted: DeletedProject | undefined
  failure: Failure | undefined
  onDismiss: () => void
}

/** What became of the last action, in sight wherever the table is scrolled to. */
export function TableNotice({ deleted, failure, onDismiss }: TableNoticeProps) {
  if (!deleted && !failure) return null
  return (
    <div className="sticky top-18 z-20 mb-6 shadow-float lg:top-4">
      {deleted && (
        // The button that had the focus went with its row.
        <div key={deleted.name} ref={focus} tabIndex={-1} className="outline-none">
          <DeletedBanner project={deleted} onDismiss={onDismiss} />
        </div>
      )}
      {failure && (
        <Banner tone="error" title={failure.title} onDismiss={onDismiss}>
          {failure.text}
        </Banner>
      )}
    </div>
  )
}

function focus(element: HTMLElement | null) {
  element?.focus()
}
