import { useState } from "react"
import { Banner } from "#client/ui/banner.tsx"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import type { ContactState } from "./contact-state.ts"
import { contactNotices as texts } from "./notice-texts.ts"
import RequestReceipt from "./request-receipt.tsx"

interface LastReceiptProps {
  receipt: NonNullable<ContactState["receipt"]>
  /** Whether its request was sent since the form was opened. */
  isNew: boolean
  /** The company's `https://wa.me/…` link. */
  whatsAppUrl: string | undefined
}

export function LastReceipt({ receipt, isNew, whatsAppUrl }: LastReceiptProps) {
  return (
    <div
      ref={isNew ? focusReceipt : undefined}
      tabIndex={-1}
      // The margin keeps the receipt below the toast, which phones show at their top.
      className="scroll-mt-36 outline-none"
    >
      <h3 className="mb-4 text-h3">{texts.receipt}</h3>
      <RequestReceipt {...receipt} whatsAppUrl={whatsAppUrl} />
    </div>
  )
}

/** Moves the focus to the receipt, so that users of screen readers and magnifiers find the reference at once. */
function focusReceipt(receipt: HTMLElement | null) {
  // Whoever writes the next request already goes on.
  if ((document.activeElement as HTMLInputElement | null)?.value) return
  receipt?.focus({ preventScroll: true })
  receipt?.scrollIntoView()
}

interface QueuedNoticeProps extends Pick<ContactState, "sendsInBackground"> {
  title?: string
}

export function QueuedNotice({ sendsInBackground, title = texts.queued.title }: QueuedNoticeProps) {
  return (
    <Banner tone="success" title={title} scrollIntoView>
      {texts.queued.text} {sendsInBackground ? texts.queued.close : texts.queued.stay}
    </Banner>
  )
}

interface KeptNoticeProps {
  /** Whether the fields contain values from an earlier visit. */
  isRestored?: boolean
  hasReceipt: boolean
  onForget: () => void
}

/** Says what stays on a device that others may use too, and deletes it. */
export function KeptNotice({ isRestored = false, hasReceipt, onForget }: KeptNoticeProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div
      className={`flex flex-wrap items-center gap-x-3 text-sm ${isRestored ? "gap-y-3 rounded-box bg-base-200 p-4" : "justify-between gap-y-1 text-base-content/75"}`}
    >
      <p role={isRestored ? "status" : undefined} className={isRestored ? "" : "min-w-0 grow basis-64"}>
        {isRestored ? texts.restored : texts.kept}
        {hasReceipt && ` ${texts.linkGoes}`}
      </p>
      <button type="button" onClick={() => setIsAsking(true)} className="btn btn-ghost">
        {texts.forget}
      </button>
      {isAsking && (
        <ConfirmDialog
          question={texts.question}
          detail={hasReceipt ? `${texts.detail} ${texts.linkGoes}` : texts.detail}
          confirm={texts.confirm}
          onConfirm={() => {
            setIsAsking(false)
            onForget()
          }}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}
