import type { Api } from "#client/app/api.ts"
import { errors as errorTexts } from "#client/app/failure-texts.ts"
import { failureKind, failureText, rejectedFields } from "#client/app/failures.ts"
import { createUuid } from "#client/app/uuid.ts"
import { showToast } from "#client/ui/toast.tsx"
import { HONEYPOT } from "#server/contract/honeypot.ts"
import { PHOTOS_MAX } from "#server/contract/message-photos.ts"
import type { ContactFields, ContactRequest, SenderReceipt } from "#server/contract/messages.ts"
import {
  type ContactDraft,
  claimDraft,
  deleteDraft,
  fillIn,
  readChangedValues,
  readDraft,
  storeDraft,
} from "./contact-draft.ts"
import type { ContactState } from "./contact-state.ts"
import { contactFailures as texts } from "./failure-texts.ts"
import { deleteExpired, deleteKept } from "./kept-data.ts"
import { contactNotices } from "./notice-texts.ts"
import { createOfflineSubmission } from "./offline-submission.ts"
import { acceptFiles, hasFailed, toFiles, toQueuedPhotos } from "./photo-queue.ts"
import { openPhotoRunner } from "./photo-runner.ts"
import { hasAllBytes, hasPhotosToSend, isWaiting } from "./request-queue.ts"
import { sendContactRequest, sendToService } from "./send-contact-request.ts"
import { contact } from "./texts.ts"

interface SubmissionParts {
  form: HTMLFormElement
  api: Api
  /** The values that the page has filled in, by field name. */
  initial: Record<string, string>
  /** Whether the server has rejected the form, which then contains what was typed. */
  isRejected: boolean
  /** Names of the photos that were posted with a form without JavaScript. */
  attached: readonly string[]
  update: (changed: Partial<ContactState>) => void
  showErrors: (errors: Record<string, string>) => void
  left: AbortSignal
}

export type ContactSubmission = Awaited<ReturnType<typeof openSubmission>>

/** Stores what is typed and chosen on this device, uploads the photos, and sends the request now or later. */
export async function openSubmission({
  form,
  api,
  initial,
  isRejected,
  update,
  showErrors,
  ...given
}: SubmissionParts) {
  await deleteExpired()
  const draftKey = await claimDraft()
  let { attached } = given
  let startedAt: number | undefined
  let requestId: string | undefined
  const photoRunner = openPhotoRunner(api.client, draftKey, ({ photos, rejected }) =>
    update({ photos, rejectedFiles: rejected }),
  )
  const offline = createOfflineSubmission({
    draftKey,
    left: given.left,
    onChange: update,
    onSent(request) {
      const { [HONEYPOT]: trap, ...fields } = request.fields as ContactRequest
      const note = hasPhotosToSend(request) && contactNotices.photosFollow
      finish(request.requestId, request.receipt, fields.message, note || undefined)
      if (request.missing) showErrors({ images: texts.photos.missing(request.missing) })
      const failed = (error: unknown) => console.error("Le service d’e-mail a échoué.", error)
      if (!trap) void sendToService(emailService(), fields).catch(failed)
    },
    onPhotosSent(missing) {
      if (missing > 0) showErrors({ images: texts.photos.missing(missing) })
      else showToast({ ...contactNotices.photosSent, tone: "success" })
    },
    isTaken: (request) => request.requestId !== requestId && !isEmpty(),
    onRejected(request) {
      const { fields, rejection } = request
      fillIn(form, fields as Record<string, string>, initial)
      photoRunner.dispatch({ type: "resumed" })
      if (photoRunner.getQueue().photos.length === 0) photoRunner.add(toFiles(request.photos), [])
      const isGone = rejection?.errors.photos && !hasAllBytes(request)
      if (isGone) attach([])
      store()
      showErrors(isGone ? { images: texts.photos.gone } : toFormErrors(rejection?.errors ?? {}))
      showToast({ title: contact.toasts.failed, text: rejection?.message || texts.rejected, tone: "error" })
    },
  })

  function emailService() {
    return api.queries.messages.emailService.getData() ?? undefined
  }

  function isEmpty() {
    const typed = Object.values(readChangedValues(form, initial))
    return !typed.some(Boolean) && photoRunner.getQueue().photos.length + attached.length === 0
  }

  function store() {
    startedAt ??= Date.now()
    const values = readChangedValues(form, initial)
    storeDraft(draftKey, { values, startedAt, requestId, prepared: initial.message, attached })
    update({ isKept: true })
  }

  function attach(names: readonly string[]) {
    attached = names
    update({ attached })
  }

  async function restore() {
    const draft = readDraft(draftKey)
    if (draft) await restoreDraft(draft)
    else if (!isEmpty()) store()
    offline.resume()
  }

  async function restoreDraft(draft: ContactDraft) {
    const typed = readChangedValues(form, initial)
    const values = isRejected ? typed : { ...withPrepared(draft), ...typed }
    const isSame = JSON.stringify(values) === JSON.stringify(draft.values)
    const queued = await offline.find(draft.requestId)
    if (queued && !isSame) {
      // The visitor writes another request; the queued one has its photos.
      await photoRunner.clear()
      return store()
    }
    startedAt = draft.startedAt
    if (isSame) requestId = draft.requestId
    if (!isRejected) {
      fillIn(form, values, initial)
      attach(draft.attached ?? [])
    }
    // The photos of a queued request are uploaded by the queue of requests.
    photoRunner.dispatch({ type: queued && !queued.rejection ? "paused" : "resumed" })
    if (queued && isWaiting(queued)) await offline.show(queued.requestId)
    const photos = await photoRunner.restore()
    if (!isSame) store()
    const isRestored = photos > 0 || Object.values(draft.values).some(Boolean)
    update({ isRestored, isKept: isRestored })
  }

  /** Puts the sentence that the page has prepared in front of a message that was written on another page. */
  function withPrepared({ values, prepared }: ContactDraft): Record<string, string> {
    const { message, sector } = initial
    if (!message || !values.message || message === prepared || values.message.startsWith(message)) return values
    return { ...values, ...(sector && { sector }), message: message + values.message }
  }

  async function clear() {
    clearFields(form)
    attach([])
    startedAt = undefined
    requestId = undefined
    deleteDraft(draftKey)
    update({ isRestored: false, isKept: false })
    await photoRunner.clear()
  }

  function finish(id: string, receipt: SenderReceipt | undefined, message: string, note?: string) {
    showToast({ ...contact.toasts.sent, ...(note && { text: note }), tone: "success" })
    // What was typed since is another request.
    if (id === requestId) void clear().then(offline.resume)
    // A request without a receipt reached only the e-mail service.
    update({ receipt: receipt?.reference ? { ...receipt, message } : undefined })
  }

  /** Withdraws the queued copy before the request is changed or sent again. */
  async function cancelSending() {
    if (!offline.isQueued()) return
    await offline.cancelSending()
    store()
    photoRunner.dispatch({ type: "resumed" })
  }

  function change() {
    requestId = undefined
    void cancelSending()
    store()
  }

  async function send(fields: ContactFields, trap: string, isRepeated = false): Promise<void> {
    requestId ??= createUuid()
    const id = requestId
    store()
    const pendingPhotos = toQueuedPhotos(photoRunner.getQueue())
    const photos = [...attached, ...pendingPhotos.flatMap(({ name }) => name ?? [])]
    // The form may have been posted just before hydration; mergeRepeats makes both the same request.
    const request: ContactRequest = {
      ...fields,
      [HONEYPOT]: trap,
      requestId,
      mergeRepeats: true,
      // The clock may have been set back meanwhile.
      filledInMs: Math.max(0, Date.now() - (startedAt ?? Date.now())),
      ...(photos.length > 0 && { photos }),
    }
    if (photos.length < attached.length + pendingPhotos.length) return queue(request)
    try {
      const receipt = await sendContactRequest(api.client, request, emailService())
      finish(id, receipt, fields.message)
      // Without a receipt, only the e-mail service has the request, which gets no photos.
      if (!receipt && photos.length > 0) showErrors({ images: texts.photos.unsent })
    } catch (error) {
      const rejected = rejectedFields(error)
      if (rejected?.photos && attached.length > 0) {
        // This device does not have the posted photos: the visitor has to add them again or do without.
        await uploadAgain()
        return showErrors({ images: texts.photos.gone })
      }
      if (rejected?.photos && !isRepeated) {
        await uploadAgain()
        return send(fields, trap, true)
      }
      if (rejected) showErrors(toFormErrors(rejected))
      const isEdited = id !== requestId
      // The notice of a kept request stands for the failure.
      if (failureKind(error) === "network" && !isEdited) return queue(request)
      showToast({ title: contact.toasts.failed, text: failureText(error) || texts.fallback, tone: "error" })
    }
  }

  /** Uploads the photos again, since the server deletes those that no request has named for a day. */
  async function uploadAgain() {
    attach([])
    photoRunner.dispatch({ type: "lost" })
    await photoRunner.settle()
  }

  async function queue({ photos: _, requestId = "", ...fields }: ContactRequest) {
    photoRunner.dispatch({ type: "paused" })
    const named = attached.map((name) => ({ name, blob: new Blob(), fileName: name }))
    const photos = [...named, ...toQueuedPhotos(photoRunner.getQueue())]
    try {
      await offline.enqueue({ requestId, fields, photos, createdAt: new Date().toISOString() })
    } catch {
      // Without storage, the request exists only on this page.
      photoRunner.dispatch({ type: "resumed" })
      showToast({ title: contact.toasts.failed, text: errorTexts.network, tone: "error" })
    }
  }

  await restore()
  return {
    change,
    /**
     * Takes the files of the field, as many as there is room for, and returns an error if there are more. Until this
     * code is loaded, they stay there, and the browser can send them.
     */
    takePhotos(): { images?: string } | undefined {
      const field = form.elements.namedItem("images") as HTMLInputElement
      if (!field.files?.length) return undefined
      const room = PHOTOS_MAX - photoRunner.getQueue().photos.length - attached.length
      const { accepted, rejected, omitted } = acceptFiles([...field.files], room)
      // Without this, the same file could not be chosen again after it was removed.
      field.value = ""
      photoRunner.add(accepted, rejected)
      change()
      return omitted > 0 ? { images: texts.photos.tooMany(omitted) } : {}
    },
    removePhoto(id: string) {
      photoRunner.remove(id)
      change()
    },
    retryPhoto(id: string) {
      photoRunner.dispatch({ type: "retried", id })
    },
    /** Waits for the uploads, and shows an error if one fails. Returns whether the request can be sent. */
    async settlePhotos(): Promise<boolean> {
      await cancelSending()
      const known = photoRunner.getQueue().rejected.length
      await photoRunner.settle()
      const isRejected = photoRunner.getQueue().rejected.length > known
      if (!isRejected && !hasFailed(photoRunner.getQueue())) return true
      showErrors({ images: isRejected ? texts.photos.rejected : texts.photos.failed })
      return false
    },
    submit: (fields: ContactFields, trap: string) => send(fields, trap),
    async discard() {
      // The button goes with the text.
      form.querySelector("input")?.focus()
      await offline.cancelSending()
      await clear()
      await deleteKept()
      showToast({ ...contactNotices.forgotten, tone: "success" })
    },
  }
}

/** Puts errors of photos under the name of the form's file field. */
function toFormErrors({ photos, ...errors }: Record<string, string>): Record<string, string> {
  return photos ? { ...errors, images: photos } : errors
}

/** Empties the fields, since a reset would restore the default values of a rejected form. */
function clearFields(form: HTMLFormElement) {
  for (const control of form.querySelectorAll<HTMLInputElement>("input, select, textarea")) control.value = ""
}
