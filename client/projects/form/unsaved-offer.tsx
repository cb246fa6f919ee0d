import { editing } from "#client/copy/admin-editing.ts"
import { projectEditor } from "#client/copy/admin-project-editor.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import type { UnsavedEdit } from "#client/editing/unsaved-edits.ts"
import { Icon } from "#client/icons/icon.tsx"
import type { UnsavedProject } from "./unsaved-projects.ts"

const copy = projectEditor.unsaved

interface UnsavedOfferProps {
  /** They are sorted from the newest. */
  offers: readonly UnsavedEdit<UnsavedProject>[]
  /** Whether the newest offer was accepted automatically. */
  isRecovered: boolean
  savedAt: Date | undefined
  onResume: (offer: UnsavedEdit<UnsavedProject>) => void
  onIgnore: (offer: UnsavedEdit<UnsavedProject>) => void
}

/** Offers values that were typed on this device at an earlier visit. */
export function UnsavedOffer({ offers: [offer], isRecovered, savedAt, onResume, onIgnore }: UnsavedOfferProps) {
  const isNoted = isRecovered && !savedAt
  if (!offer && !isNoted) return null
  return (
    <section
      aria-label={copy.label}
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-box border border-secondary bg-secondary/20 p-4"
    >
      <Icon name="clock" className="size-6 shrink-0" />
      <p className="min-w-0 grow basis-60">{offer ? copy.text(formatDateTime(offer.at)) : editing.restored}</p>
      {offer && (
        <div className="flex gap-2 max-sm:w-full max-sm:*:grow">
          <button type="button" className="btn btn-primary" onClick={() => onResume(offer)}>
            {copy.resume}
          </button>
          <button type="button" className="btn btn-outline" onClick={() => onIgnore(offer)}>
            {copy.ignore}
          </button>
        </div>
      )}
    </section>
  )
}
