import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { formatDate } from "#client/app/dates.ts"
import { passFocus } from "#client/ui/pass-focus.ts"
import { CONTACT_SECTOR_LABELS, findContactSector } from "#server/contract/sectors.ts"
import { addReceipts, deleteReceipts, listReceipts } from "./contact-database.ts"
import { keptRequests as texts } from "./kept-texts.ts"
import type { KeptReceipt } from "./request-record.ts"

/** Lists the requests that this device has sent, each of which can be forgotten, and brought back until the page is left. */
export function KeptRequests() {
  const [forgotten, setForgotten] = useState<readonly KeptReceipt[]>([])
  const kept = useQuery({ queryKey: ["kept requests"], queryFn: () => listReceipts(), staleTime: 0 })
  // A device without storage keeps none.
  const receipts = kept.data ?? []

  const forget = useMutation({
    mutationFn: async (chosen: readonly KeptReceipt[]) => {
      await deleteReceipts(chosen.map(({ reference }) => reference))
      await kept.refetch()
      setForgotten(chosen)
    },
  })
  const restore = useMutation({
    mutationFn: async () => {
      await addReceipts(forgotten)
      await kept.refetch()
      setForgotten([])
    },
  })

  return (
    <>
      {receipts.length > 0 && (
        <ul className="mt-8 grid gap-4">
          {receipts.map((receipt) => (
            <KeptRequest key={receipt.reference} receipt={receipt} onForget={() => forget.mutate([receipt])} />
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-x-3">
        <p role="status">{forgotten.length > 0 && texts.forgotten(forgotten.map(({ reference }) => reference))}</p>
        {forgotten[0] && (
          <button
            key={forgotten[0].reference}
            ref={takeFocus}
            type="button"
            onClick={() => restore.mutate()}
            className="btn btn-outline btn-primary"
          >
            {texts.undo}
          </button>
        )}
      </div>
      {receipts.length > 0 && (
        <p className="mt-4 flex flex-wrap items-center gap-x-3 text-base-content/75">
          {texts.shared}
          {receipts.length > 1 && (
            <button type="button" onClick={() => forget.mutate(receipts)} className="btn btn-ghost">
              {texts.forgetAll}
            </button>
          )}
        </p>
      )}
    </>
  )
}

/** Takes the focus from the button that went with its request, and passes it on in its turn. */
function takeFocus(button: HTMLButtonElement | null) {
  button?.focus()
  return passFocus(button)
}

function KeptRequest({ receipt, onForget }: { receipt: KeptReceipt; onForget: () => void }) {
  const { reference, statusUrl, sector, sentAt } = receipt
  const found = sector && findContactSector(sector)
  return (
    <li className="rounded-box border border-base-300 bg-base-100 p-5">
      <strong className="font-display text-h3">{reference}</strong>
      <p className="text-base-content/75">
        {[found && CONTACT_SECTOR_LABELS[found], texts.sentAt(formatDate(new Date(sentAt)))]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <p className="mt-4 flex flex-wrap gap-3">
        {statusUrl && (
          <a href={statusUrl} aria-label={texts.followOf(reference)} className="btn btn-primary">
            {texts.follow}
          </a>
        )}
        <button type="button" onClick={onForget} aria-label={texts.forgetOf(reference)} className="btn btn-ghost">
          {texts.forget}
        </button>
      </p>
    </li>
  )
}
