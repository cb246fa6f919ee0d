import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "#client/app/api.ts"
import { formatDate } from "#client/app/dates.ts"
import { readToken } from "#client/app/session.ts"
import { passFocus } from "#client/ui/pass-focus.ts"
import type { SentRequest } from "#server/contract/messages.ts"
import { CONTACT_SECTOR_LABELS, findContactSector } from "#server/contract/sectors.ts"
import { addReceipts, deleteReceipts, listReceipts, listRecords } from "./contact-database.ts"
import { keptRequests as texts } from "./kept-texts.ts"
import { isUnderWay } from "./request-record.ts"

/** Lists the requests that this device has sent. What is forgotten can be brought back until the page is left. */
export function KeptRequests() {
  const [forgotten, setForgotten] = useState<readonly SentRequest[]>([])
  const kept = useQuery({
    queryKey: ["kept requests"],
    queryFn: readKept,
    staleTime: 0,
    // The service worker or another page may send what waits.
    refetchInterval: ({ state }) => (state.data?.waiting ? WAITING_POLL_MS : false),
  })
  const own = useOwnRequests()
  // A device without storage keeps none.
  const { receipts = [], waiting = 0 } = kept.data ?? {}
  const isOf = (list: readonly SentRequest[]) => (receipt: SentRequest) =>
    list.some(({ reference }) => reference === receipt.reference)
  const isKept = isOf(receipts)
  const isOwn = isOf(own)
  const onDevice = [...receipts, ...forgotten.filter((one) => !isKept(one))]
  const isOnDevice = isOf(onDevice)
  const rows = [...onDevice, ...own.filter((one) => !isOnDevice(one))].sort((a, b) => b.sentAt - a.sentAt)

  const forget = useMutation({
    mutationFn: async (chosen: readonly SentRequest[]) => {
      await deleteReceipts(chosen.map(({ reference }) => reference))
      setForgotten((before) => [...before.filter((one) => !chosen.includes(one)), ...chosen])
      await kept.refetch()
    },
  })
  const restore = useMutation({
    mutationFn: async (receipt: SentRequest) => {
      await addReceipts([receipt])
      await kept.refetch()
      setForgotten((before) => before.filter((one) => one !== receipt))
    },
  })

  if (rows.length === 0 && waiting === 0) return null
  return (
    <>
      {waiting > 0 && <p className="mt-8 rounded-box bg-base-200 p-4 font-semibold">{texts.waiting(waiting)}</p>}
      <ul className="mt-8 grid gap-4">
        {rows.map((receipt) => (
          <KeptRequest
            key={receipt.reference}
            receipt={receipt}
            isOwn={isOwn(receipt)}
            isOnDevice={isOnDevice(receipt)}
            isForgotten={isOnDevice(receipt) && !isKept(receipt)}
            onForget={() => forget.mutate([receipt])}
            onRestore={() => restore.mutate(receipt)}
          />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-x-3 text-base-content/75">
        {onDevice.length > 0 && <p>{texts.shared}</p>}
        {receipts.length > 1 && (
          <button ref={passFocus} type="button" onClick={() => forget.mutate(receipts)} className="btn btn-ghost">
            {texts.forgetAll}
          </button>
        )}
      </div>
    </>
  )
}

const WAITING_POLL_MS = 3000

/** Reads the receipts on this device, and how many requests and additions wait for the network. */
async function readKept() {
  const [receipts, records] = await Promise.all([listReceipts(), listRecords()])
  return { receipts, waiting: records.filter(isUnderWay).length }
}

/** Returns the requests of the account that is logged in. */
function useOwnRequests(): readonly SentRequest[] {
  const { queries } = useApi()
  const { data: account } = useQuery(queries.accounts.me.queryOptions(undefined, { enabled: readToken() !== null }))
  const own = useQuery(queries.messages.own.queryOptions(undefined, { enabled: Boolean(account), staleTime: 0 }))
  return (account && own.data) || []
}

interface KeptRequestProps {
  receipt: SentRequest
  /** Whether the account has it, and whether this device has it, or had it until it was forgotten. */
  isOwn: boolean
  isOnDevice: boolean
  isForgotten: boolean
  onForget: () => void
  onRestore: () => void
}

/** The button stays when the request is forgotten, and so does its focus. */
function KeptRequest({ receipt, isOwn, isOnDevice, isForgotten, onForget, onRestore }: KeptRequestProps) {
  const { reference, statusUrl, sector, sentAt } = receipt
  const found = sector && findContactSector(sector)
  const facts = [found && CONTACT_SECTOR_LABELS[found], texts.sentAt(formatDate(new Date(sentAt))), isOwn && texts.own]
  return (
    <li className="rounded-box border border-base-300 bg-base-100 p-4">
      <strong className="font-display text-h3">{reference}</strong>
      <p role="status" className="text-base-content/75">
        {isForgotten ? texts.forgotten : facts.filter(Boolean).join(" · ")}
      </p>
      <p className="mt-4 flex flex-wrap gap-2">
        {statusUrl && !isForgotten && (
          <a href={statusUrl} aria-label={texts.followOf(reference)} className="btn btn-primary">
            {texts.follow}
          </a>
        )}
        {isOnDevice && (
          <button
            type="button"
            onClick={isForgotten ? onRestore : onForget}
            aria-label={isForgotten ? texts.undoOf(reference) : texts.forgetOf(reference)}
            className="btn btn-ghost"
          >
            {isForgotten ? texts.undo : texts.forget}
          </button>
        )}
      </p>
    </li>
  )
}
