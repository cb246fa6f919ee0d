import { KEPT_MS } from "#client/app/document-state.ts"
import { DAY_MS, REQUEST_LINK_MS } from "#server/contract/durations.ts"
import type { SenderReceipt, SentRequest } from "#server/contract/messages.ts"

/**
 * A contact request or an addition to one on this device, from the first letter until its sender knows what became of
 * it. The page and the service worker change it, so this module must import neither React nor code of the page.
 */
export interface RequestRecord {
  /** The version of this shape. */
  version: 1
  /** The key in the database; the server stores only one request for each, so that a changed request has another. */
  idempotencyKey: string
  /** The name of the form that shows it, of which each tab has its own. */
  form: string
  /** The token of a status page, if the record adds to the request of that page. */
  token?: string | undefined
  /**
   * It is being written; it waits for the network; its text has arrived, its pictures follow; nothing follows any more,
   * but its sender does not know that yet; or the server has rejected it, which its sender does not know yet.
   */
  state: "draft" | "waiting" | "sending" | "sent" | "rejected"
  /** What was typed by field name, without what the page has filled in. */
  values: Record<string, string>
  /** The beginning of a message that the page had filled in. */
  prepared?: string | undefined
  /** Names of the pictures that were posted with a form without JavaScript, of which only the server has the bytes. */
  attached: readonly string[]
  pictures: readonly RecordPicture[]
  /** When typing began, and when the visitor last changed the request, in milliseconds since 1970. */
  startedAt: number
  changedAt: number
  /** The account that was logged in when the request was submitted, whose request it will be. */
  account?: number | undefined
  /** The body of the call that sends it, without pictures and key. It is set once the request is submitted. */
  body?: Record<string, unknown>
  receipt?: SenderReceipt
  /** Whether the page has told that the text has arrived. */
  isShown?: boolean
  /** The number of pictures that could not follow the text. */
  missing?: number
  rejection?: Rejection
}

export interface RecordPicture {
  id: string
  fileName: string
  blob: Blob
  /** Whether the bytes are the original file's, which still has to be shrunk. */
  isOriginal?: boolean
  /** The URL of an interrupted upload. */
  uploadUrl?: string | undefined
  /** The server's name for it, once it is uploaded. */
  name?: string | undefined
  /** How often it was refused, although the network worked, and when last, in milliseconds since 1970. */
  refusals?: number
  refusedAt?: number
}

export interface Rejection {
  message: string
  /** Error messages by field name. */
  errors: Record<string, string>
}

type Written = Pick<RequestRecord, "idempotencyKey" | "values" | "prepared" | "attached" | "pictures">

export type RequestAction =
  /** The visitor has changed the request. */
  | ({ type: "changed"; at: number } & Written)
  /** Its pictures have been prepared or uploaded, which makes it no other request. */
  | { type: "picturesProgressed"; pictures: readonly RecordPicture[] }
  | ({ type: "submitted"; at: number; body: Record<string, unknown> } & Pick<RequestRecord, "pictures" | "account">)
  | { type: "withdrawn" }
  | { type: "received"; receipt: SenderReceipt }
  | { type: "uploaded"; picture: RecordPicture }
  /** The server has deleted the uploaded pictures. */
  | { type: "picturesLost" }
  /** Nothing follows; pictures without a name are missing, or all of them if the server did not take them. */
  | { type: "completed"; receipt?: SenderReceipt; withoutPictures?: boolean }
  | { type: "rejected"; rejection: Rejection }
  | { type: "shown" }
  /** The form shows a rejected request again. */
  | { type: "reopened" }

export function createRecord(form: string, at: number, token?: string): RequestRecord {
  return {
    version: 1,
    ...(token && { token }),
    idempotencyKey: "",
    form,
    state: "draft",
    values: {},
    attached: [],
    pictures: [],
    startedAt: at,
    changedAt: at,
  }
}

/** Returns the changed record; undefined if its state does not allow the change. */
export function reduceRequest(record: RequestRecord, action: RequestAction): RequestRecord | undefined {
  const { state, pictures } = record
  switch (action.type) {
    case "changed": {
      const { type: _, at, ...written } = action
      const { version, form, token, startedAt } = record
      return { version, form, ...(token && { token }), startedAt, changedAt: at, state: "draft", ...written }
    }
    case "picturesProgressed":
      return state === "draft" ? { ...record, pictures: action.pictures } : undefined
    case "submitted":
      if (state !== "draft") return undefined
      return {
        ...record,
        state: "waiting",
        body: action.body,
        pictures: action.pictures,
        account: action.account,
        changedAt: action.at,
      }
    case "withdrawn":
      return state === "waiting" ? { ...record, state: "draft" } : undefined
    case "received":
      return state === "waiting" ? { ...record, state: "sending", receipt: action.receipt } : undefined
    case "uploaded": {
      const { picture } = action
      if (!isUnderWay(record)) return undefined
      return { ...record, pictures: pictures.map((one) => (one.id === picture.id ? picture : one)) }
    }
    case "picturesLost":
      if (!isUnderWay(record)) return undefined
      return { ...record, pictures: pictures.map(({ id, fileName, blob }) => ({ id, fileName, blob })) }
    case "completed":
      return complete(record, action.receipt, action.withoutPictures)
    case "rejected":
      return state === "waiting" ? { ...record, state: "rejected", rejection: action.rejection } : undefined
    case "shown":
      return state === "sending" && !record.isShown ? { ...record, isShown: true } : undefined
    case "reopened":
      return state === "rejected" ? { ...record, state: "draft" } : undefined
  }
}

function complete(record: RequestRecord, given?: SenderReceipt, withoutPictures = false): RequestRecord | undefined {
  const receipt = record.receipt ?? given
  if (!isUnderWay(record) || !receipt) return undefined
  const { pictures, attached } = record
  const missing = withoutPictures ? pictures.length + attached.length : pictures.filter(({ name }) => !name).length
  return { ...record, state: "sent", receipt, pictures: [], attached: [], ...(missing > 0 && { missing }) }
}

/** Whether the request is sent by whoever has the network first: a page or the service worker. */
export function isUnderWay({ state }: Pick<RequestRecord, "state">): boolean {
  return state === "waiting" || state === "sending"
}

/** Whether the server has the request, so that the form can no longer change it. */
export function hasArrived({ state }: Pick<RequestRecord, "state">): boolean {
  return state === "sending" || state === "sent"
}

export function isExpired({ changedAt }: RequestRecord, now: number): boolean {
  // A date that could not be read is NaN, and counts as old.
  return !(changedAt + KEPT_MS > now)
}

/** Whether the pictures did not follow in time, so that they are given up while there is time to tell their sender. */
export function isLate({ state, changedAt }: RequestRecord, now: number): boolean {
  return state === "sending" && changedAt + KEPT_MS - DAY_MS <= now
}

/** Whether another page would go on with the pictures at the same point. */
export function areSamePictures(some: readonly RecordPicture[], others: readonly RecordPicture[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ blob, uploadUrl, name }, index) => {
      const other = others[index]
      return blob === other?.blob && uploadUrl === other.uploadUrl && name === other.name
    })
  )
}

/** The device keeps this many receipts. */
const RECEIPTS_MAX = 50

/** Returns the receipts that are still kept, from the newest. */
export function keepReceipts(receipts: readonly SentRequest[], now: number): SentRequest[] {
  return receipts
    .filter(({ sentAt }) => sentAt + REQUEST_LINK_MS > now)
    .sort((one, other) => other.sentAt - one.sentAt)
    .slice(0, RECEIPTS_MAX)
}

/** Returns the receipt that arrives with a change of a record, which has had none before. */
export function arrivedReceipt(
  before: Pick<RequestRecord, "receipt"> | undefined,
  { receipt, body }: RequestRecord,
  now: number,
): SentRequest | undefined {
  if (!receipt?.reference || before?.receipt) return undefined
  return { ...receipt, sector: body && String(body.sector), sentAt: now }
}
