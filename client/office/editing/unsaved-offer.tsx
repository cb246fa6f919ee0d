import { formatDateTime } from "#client/app/dates.ts"
import { Icon } from "#client/icons/icon.tsx"
import { editing } from "./texts.ts"
import type { UnsavedEdit } from "./unsaved-edits.ts"

const texts = editing.unsavedOffer

interface UnsavedOfferProps<Edit> {
  /** They are sorted from the newest. */
  offers: readonly UnsavedEdit<Edit>[]
  /** It is defined if the newest offer was accepted automatically. */
  recovered: string | undefined
  savedAt: Date | undefined
  onResume: (offer: UnsavedEdit<Edit>) => void
  onIgnore: (offer: UnsavedEdit<Edit>) => void
}

/** Offers values that were typed on this device at an earlier visit. */
export function UnsavedOffer<Edit>({
  offers: [offer],
  recovered,
  savedAt,
  onResume,
  onIgnore,
}: UnsavedOfferProps<Edit>) {
  const isNoted = recovered && !savedAt
  if (!offer && !isNoted) return null
  return (
    <section
      aria-label={texts.label}
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-box border border-secondary bg-secondary/20 p-4"
    >
      <Icon name="clock" className="size-6 shrink-0" />
      <p className="min-w-0 grow basis-60">{offer ? texts.text(formatDateTime(offer.at)) : editing.restored}</p>
      {offer && (
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
          <button type="button" className="btn btn-primary" onClick={() => onResume(offer)}>
            {texts.resume}
          </button>
          <button type="button" className="btn btn-outline" onClick={() => onIgnore(offer)}>
            {texts.ignore}
          </button>
        </div>
      )}
    </section>
  )
}
