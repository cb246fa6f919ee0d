import { errors as errorTexts } from "#client/app/failure-texts.ts"
import { failureKind, failureText, rejectedFields } from "#client/app/failures.ts"
import { createUuid } from "#client/app/uuid.ts"
import { showToast } from "#client/ui/toast.tsx"
import { PICTURES_MAX } from "#server/contract/message-pictures.ts"
import type { SenderReceipt } from "#server/contract/messages.ts"
import { claimForm } from "./claim-form.ts"
import {
  changeRecord,
  deleteExpired,
  deleteReceipts,
  deleteRecords,
  listRecords,
  takeSent,
} from "./contact-database.ts"
import type { ContactStore } from "./contact-state.ts"
import { contactFailures as texts } from "./failure-texts.ts"
import { clearFields, fillIn, listControls, readChangedValues, withPrepared } from "./form-fields.ts"
import { contactNotices } from "./notice-texts.ts"
import { acceptFiles, openPictureUploads, toRecordPictures } from "./picture-uploads.ts"
import { areSamePictures, hasArrived, type RequestRecord } from "./request-record.ts"
import { createRequestStore, writesDone } from "./request-store.ts"
import { onSynced, requestSync, sendWhenOnline } from "./send-when-online.ts"
import { contact } from "./texts.ts"

/** The valid values of the form's fields by name. */
export type Fields = Record<string, string | undefined>

type Body = Record<string, unknown>

interface Typed {
  /** The value of the honeypot. */
  trap: string
  /** For how many milliseconds the form was filled in. */
  filledInMs: number
}

/** How a form sends what was typed: as a contact request, or as an addition to one. */
export interface RequestCall {
  /** The token of the status page whose request is added to. */
  token?: string
  /** Returns the body of the call, without pictures and key. */
  bodyOf: (fields: Fields, typed: Typed) => Body
  /** Sends it now, and returns a receipt if the server has stored it. */
  send: (body: Body, idempotencyKey: string, photos: string[] | undefined) => Promise<SenderReceipt | undefined>
  /** Returns the account that is logged in, which has the request among its own even if it is sent later. */
  account?: () => number | undefined
  /** It is called when a request has arrived that had to wait. */
  onSentLater?: (body: Body) => void
  /** It is called whenever a request or its pictures have arrived. */
  onArrived?: () => void
  /** The toast that says that it has arrived. */
  sent: { title: string; text: string }
}

interface SubmissionParts {
  form: HTMLFormElement
  call: RequestCall
  store: ContactStore
  /** The values that the page has filled in, by field name. */
  initial: Record<string, string>
  /** Whether the server has rejected the form, which then contains what was typed. */
  isRejected: boolean
  /** Names of the pictures that were posted with a form without JavaScript. */
  posted: readonly string[]
  showErrors: (errors: Record<string, string>) => void
  /** It aborts when the visitor leaves the form for another page. */
  left: AbortSignal
}

export type ContactSubmission = Awaited<ReturnType<typeof openSubmission>>

/** Stores what is typed and chosen on this device, uploads the pictures, and sends the request now or later. */
export async function openSubmission(parts: SubmissionParts) {
  const { form, call, store, initial, isRejected, posted, showErrors, left } = parts
  const { show } = store
  await deleteExpired().catch(() => undefined)
  const name = await claimForm(call.token)
  const request = createRequestStore(name, call.token, (record) => {
    show({ attached: record?.attached ?? [], isKept: record !== undefined })
    if (record?.state !== "waiting") show({ isQueued: false, sendsInBackground: false })
  })
  const uploads = openPictureUploads(store, (queue) => {
    show({ pictures: queue.pictures, rejectedFiles: queue.rejected })
    const before = request.get()?.pictures
    const pictures = toRecordPictures(queue)
    if (before && !areSamePictures(before, pictures)) void request.dispatch({ type: "picturesProgressed", pictures })
  })

  function typedValues() {
    return readChangedValues(form, initial)
  }

  function attached() {
    return request.get()?.attached ?? []
  }

  function isEmpty() {
    return !Object.values(typedValues()).some(Boolean) && uploads.getQueue().pictures.length + attached().length === 0
  }

  /** Stores what the form contains as another request, in place of one that waits. */
  function change(names = attached()) {
    uploads.dispatch({ type: "resumed" })
    void request.dispatch({
      type: "changed",
      at: Date.now(),
      idempotencyKey: createUuid(),
      values: typedValues(),
      prepared: initial.message,
      attached: names,
      pictures: toRecordPictures(uploads.getQueue()),
    })
  }

  async function listOwn(): Promise<RequestRecord[]> {
    await writesDone()
    return (await listRecords()).filter((record) => record.form === name)
  }

  async function restore() {
    const own = await listOwn().catch(() => [])
    const [record] = own.filter((one) => !hasArrived(one)).reverse()
    if (record) await restoreRecord(record)
    else {
      // The pictures that this page still has went with the request that has arrived since the form was left.
      if (own.some(hasArrived)) uploads.dispatch({ type: "cleared" })
      if (posted.length > 0 || !isEmpty()) change(posted)
    }
    resume()
  }

  async function restoreRecord(record: RequestRecord) {
    const typed = typedValues()
    const values = isRejected ? typed : { ...withPrepared(record, initial), ...typed }
    const isSame = JSON.stringify(values) === JSON.stringify(record.values)
    if (!isSame && record.state !== "draft") {
      // The visitor writes another request; the one that waits has its pictures.
      uploads.dispatch({ type: "cleared" })
      return change(posted)
    }
    request.adopt(record)
    if (!isRejected) fillIn(form, values, initial)
    uploads.dispatch({ type: record.state === "waiting" ? "paused" : "resumed" })
    uploads.restore(record.pictures)
    if (!isSame || isRejected) change(isRejected ? posted : record.attached)
    if (isEmpty()) return void request.clear()
    show({ isRestored: true })
    await showQueued()
  }

  /** Shows that the request waits. */
  async function showQueued() {
    const record = request.get()
    if (record?.state !== "waiting") return
    // Some browsers can send the request after the page is closed.
    const sendsInBackground = await requestSync().catch(() => false)
    if (record === request.get()) show({ isQueued: true, sendsInBackground })
  }

  /** Sends what earlier visits have left, and shows what became of it. */
  function resume(isPaused = false) {
    void sendWhenOnline(isPaused, showOutcomes).catch(() => undefined)
  }

  /** Shows the outcome of this form's requests, including those that the service worker has sent. */
  async function showOutcomes() {
    // Attempts go on after the visitor has left, and the form shows their outcome when it is opened again.
    if (left.aborted) return
    const shown = request.get()
    const own = await listOwn()
    const isGone = shown?.state === "waiting" && !own.some((one) => one.idempotencyKey === shown.idempotencyKey)
    if (isGone && shown === request.get()) request.adopt({ ...shown, state: "draft" })
    for (const record of own) {
      const { idempotencyKey: key, state } = record
      if (state === "sending") {
        if (await changeRecord(key, { type: "shown" })) showSent(record)
      } else if (state === "sent" && (await takeSent(key))) {
        if (record.isShown) showPicturesSent(record.missing)
        else showSent(record)
      } else if (state === "rejected" && (key === request.get()?.idempotencyKey || isEmpty())) {
        // Until the form is empty again, the rejected request stays where it is.
        if (await changeRecord(key, { type: "reopened" })) await showRejected({ ...record, state: "draft" })
      }
    }
  }

  function showSent({ idempotencyKey, body, state, receipt, missing }: RequestRecord) {
    finish(
      idempotencyKey,
      receipt,
      String(body?.message ?? ""),
      state === "sending" ? contactNotices.picturesFollow : undefined,
    )
    if (missing) showErrors({ images: texts.pictures.missing(missing) })
    if (body) call.onSentLater?.(body)
  }

  /** The pictures, which followed a text, have arrived, or some are missing. */
  function showPicturesSent(missing = 0) {
    if (missing > 0) showErrors({ images: texts.pictures.missing(missing) })
    else showToast({ ...contactNotices.picturesSent, tone: "success" })
    call.onArrived?.()
  }

  async function showRejected(record: RequestRecord) {
    const { message = "", errors = {} } = record.rejection ?? {}
    if (record.idempotencyKey !== request.get()?.idempotencyKey) await request.clear()
    request.adopt(record)
    fillIn(form, record.values, initial)
    uploads.dispatch({ type: "resumed" })
    uploads.restore(record.pictures)
    const isGone = errors.photos && record.attached.length > 0
    if (isGone) change([])
    showErrors(isGone ? { images: texts.pictures.gone } : toFormErrors(errors))
    showToast({ title: contact.toasts.failed, text: message || texts.rejected, tone: "error" })
  }

  async function clear() {
    clearFields(form)
    const cleared = request.clear()
    uploads.dispatch({ type: "cleared" })
    show({ isRestored: false })
    await cleared
  }

  function finish(key: string, receipt: SenderReceipt | undefined, message: string, note?: string) {
    call.onArrived?.()
    showToast({ ...call.sent, ...(note && { text: note }), tone: "success" })
    // What was typed since is another request.
    if (key === request.get()?.idempotencyKey) void clear().then(() => resume())
    // A request without a receipt reached only the e-mail service.
    show({ isSent: true, receipt: receipt?.reference ? { ...receipt, message } : undefined })
  }

  async function send(fields: Fields, trap: string, isRepeated = false): Promise<void> {
    // Browsers fill in fields without an event.
    if (JSON.stringify(typedValues()) !== JSON.stringify(request.get()?.values)) change()
    const { idempotencyKey: key = "", startedAt = Date.now(), attached = [] } = request.get() ?? {}
    const ready = toRecordPictures(uploads.getQueue()).filter(({ isOriginal }) => !isOriginal)
    const names = [...attached, ...ready.flatMap(({ name }) => name ?? [])]
    // The clock may have been set back meanwhile.
    const body = call.bodyOf(fields, { trap, filledInMs: Math.max(0, Date.now() - startedAt) })
    if (names.length < attached.length + ready.length) return queue()
    try {
      const receipt = await call.send(body, key, names.length > 0 ? names : undefined)
      finish(key, receipt, fields.message ?? "")
      // Without a receipt, only the e-mail service has the request, which gets no pictures.
      if (!receipt && names.length > 0) showErrors({ images: texts.pictures.unsent })
    } catch (error) {
      const rejected = rejectedFields(error)
      if (rejected?.photos && (attached.length > 0 || !isRepeated)) {
        // The server deletes pictures that no request has named for a day.
        if (attached.length > 0) change([])
        uploads.sendAgain()
        await uploads.settle()
        // This device does not have the posted pictures: the visitor has to add them again or do without.
        return attached.length > 0 ? showErrors({ images: texts.pictures.gone }) : send(fields, trap, true)
      }
      if (rejected) showErrors(toFormErrors(rejected))
      const isEdited = key !== request.get()?.idempotencyKey
      // The notice of a kept request stands for the failure.
      if (failureKind(error) === "network" && !isEdited) return queue()
      showToast({ title: contact.toasts.failed, text: failureText(error) || texts.fallback, tone: "error" })
    }

    async function queue() {
      uploads.dispatch({ type: "paused" })
      if (
        await request.dispatch({ type: "submitted", at: Date.now(), body, pictures: ready, account: call.account?.() })
      ) {
        await showQueued()
        return resume(true)
      }
      // Without storage, the request exists only on this page.
      await withdraw()
      showToast({ title: contact.toasts.failed, text: errorTexts.network, tone: "error" })
    }
  }

  /** Takes a request that waits back into the form. */
  async function withdraw() {
    if (request.get()?.state !== "waiting") return
    await request.dispatch({ type: "withdrawn" })
    uploads.dispatch({ type: "resumed" })
  }

  onSynced(() => void showOutcomes().catch(() => undefined), left)
  await restore()
  return {
    change: () => change(),
    /**
     * Takes the files of the field, as many as there is room for, and returns an error if there are more. Until this
     * code is loaded, they stay there, and the browser can send them.
     */
    takePictures(): { images?: string } | undefined {
      const field = form.elements.namedItem("images") as HTMLInputElement
      if (!field.files?.length) return undefined
      const room = PICTURES_MAX - uploads.getQueue().pictures.length - attached().length
      const { accepted, rejected, omitted } = acceptFiles([...field.files], room)
      // Without this, the same file could not be chosen again after it was removed.
      field.value = ""
      uploads.add(accepted, rejected)
      change()
      return omitted > 0 ? { images: texts.pictures.tooMany(omitted) } : {}
    },
    removePicture(id: string) {
      uploads.dispatch({ type: "removed", key: id })
      change()
    },
    retryPicture(id: string) {
      uploads.dispatch({ type: "retried", keys: [id] })
    },
    /** Waits for the uploads, and shows an error if one fails. Returns whether the request can be sent. */
    async settlePictures(): Promise<boolean> {
      await withdraw()
      const known = uploads.getQueue().rejected.length
      await uploads.settle()
      const { pictures, rejected } = uploads.getQueue()
      const isRejected = rejected.length > known
      if (!isRejected && !pictures.some(({ state }) => state === "failed")) return true
      showErrors({ images: isRejected ? texts.pictures.rejected : texts.pictures.failed })
      return false
    },
    submit: (fields: Fields, trap: string) => send(fields, trap),
    async discard() {
      // The button goes with the text.
      listControls(form)[0]?.focus()
      await clear()
      await Promise.all([deleteRecords(), deleteReceipts()]).catch(() => undefined)
      showToast({ ...contactNotices.forgotten, tone: "success" })
    },
  }
}

/** Puts errors of pictures under the name of the form's file field. */
function toFormErrors({ photos: pictures, ...errors }: Record<string, string>): Record<string, string> {
  return pictures ? { ...errors, images: pictures } : errors
}
