import {
  type FormEvent,
  lazy,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from "react"
import type { ZodMiniType } from "zod/mini"
import { type Api, useApi } from "#client/app/api.ts"
import { withStorage } from "#client/app/browser-storage.ts"
import { ADDITION_KEPT, CONTACT_KEPT, POSTED } from "#client/app/document-state.ts"
import { errors as errorTexts } from "#client/app/failure-texts.ts"
import { useIsHydrated } from "#client/app/hydration.ts"
import { timeoutSignal } from "#client/app/timeout-signal.ts"
import { useFormErrors } from "#client/app/use-form-errors.ts"
import { showToast } from "#client/ui/toast.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { HONEYPOT } from "#server/contract/honeypot.ts"
import { contactStore } from "./contact-state.ts"
import type { ContactSubmission, Fields, RequestCall } from "./contact-submission.ts"
import { registerAtFirstUse } from "./service-worker-registration.ts"
import { contact } from "./texts.ts"

export const loadPictureList = () => import("./picture-list.tsx")
const loadNotices = () => import("./form-notices.tsx")

// Nothing of them is shown before something is kept, so that the page is hydrated without them.
export const LastReceipt = lazy(async () => ({ default: (await loadNotices()).LastReceipt }))
export const QueuedNotice = lazy(async () => ({ default: (await loadNotices()).QueuedNotice }))
export const KeptNotice = lazy(async () => ({ default: (await loadNotices()).KeptNotice }))

interface ContactFormOptions {
  /** The token of the status page whose request is added to. */
  token?: string
  /** The fields and the call are loaded when the form is used. */
  loadSchema: () => Promise<ZodMiniType<Fields>>
  loadCall: (api: Api) => Promise<RequestCall>
  rejection: FormRejection | undefined
  /** The values that the page has filled in, by field name. */
  initial: Record<string, string>
}

/** Submits a form with its pictures. Code other than that of the fields is loaded when the form is used. */
export function useContactForm(
  form: RefObject<HTMLFormElement | null>,
  { rejection, initial, token, loadSchema, loadCall }: ContactFormOptions,
) {
  const api = useApi()
  const [isSending, setIsSending] = useState(false)
  const store = contactStore(api.client, token)
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState)
  const [earlierReceipt] = useState(state.receipt)
  const posted = rejection?.values.photos?.split(" ").filter(Boolean) ?? []
  const { errors, isReading, read, setErrors, showErrors, clearError } = useFormErrors(form, rejection?.errors)
  const submission = useRef<Promise<ContactSubmission>>(undefined)
  const left = useRef(new AbortController())

  /** Loads everything that submitting needs, since the network may fail later. */
  async function load(form: HTMLFormElement): Promise<ContactSubmission> {
    const [{ openSubmission }, call] = await Promise.all([
      import("./contact-submission.ts"),
      loadCall(api),
      loadSchema(),
      loadPictureList(),
      loadNotices(),
    ])
    return openSubmission({
      form,
      call,
      store,
      initial,
      isRejected: rejection !== undefined,
      posted,
      showErrors,
      left: left.current.signal,
    })
  }

  function open(): Promise<ContactSubmission> {
    // A field that has the focus from the start gets it before the form is known.
    if (!form.current) return Promise.reject(new Error("No form"))
    submission.current ??= load(form.current).catch((error) => {
      submission.current = undefined
      throw error
    })
    return submission.current
  }

  function withSubmission(use: (submission: ContactSubmission) => void) {
    open()
      .then(use)
      // After a failure, the next input tries again.
      .catch(() => undefined)
  }

  function takePictures({ takePictures }: ContactSubmission) {
    const found = takePictures()
    if (found) setErrors((before) => ({ ...withoutImages(before), ...found }))
  }

  // The service worker answers with the page of another query, and the project's name may come later.
  const { sector = "", message = "" } = initial
  useEffect(() => {
    for (const [name, value] of Object.entries({ sector, message })) {
      const control = form.current?.elements.namedItem(name) as HTMLInputElement | null
      if (value && control?.value === "") control.value = value
    }
  }, [form, sector, message])

  const openIfUsed = useEffectEvent(() => {
    left.current = new AbortController()
    // React does not replay the change of pictures that were chosen before hydration.
    if (hasKept(token) || isFilledIn(form.current, initial)) withSubmission(takePictures)
  })
  // Storage is read after hydration, since the HTML of the page is the same for everybody.
  useEffect(() => {
    openIfUsed()
    return () => {
      left.current.abort()
      store.close()
    }
  }, [store])

  async function submit(event: FormEvent<HTMLFormElement>) {
    // The browser posts it once more with the same key, in place of the page that has not arrived yet.
    if (event.currentTarget.hasAttribute(POSTED)) return
    event.preventDefault()
    const trap = String(new FormData(event.currentTarget).get(HONEYPOT) ?? "")
    const typed = await read(loadSchema)
    if (!typed) return
    setIsSending(true)
    try {
      const opened = await open()
      takePictures(opened)
      const isSettled = await Promise.race([opened.settlePictures(), hasLeft(left.current.signal)])
      // The text goes first, and the pictures that are still under way follow it.
      if (left.current.signal.aborted) return await opened.submit(typed, trap)
      if (!isSettled) return
      // The visitor may have typed during the uploads.
      const fields = await read(loadSchema)
      if (fields) await opened.submit(fields, trap)
    } catch {
      // The code is gone if another release was installed while the page was open.
      if (!submission.current && (await isReachable())) form.current?.submit()
      else showToast({ title: contact.toasts.failed, text: errorTexts.network, tone: "error" })
    } finally {
      setIsSending(false)
    }
  }

  // The visitor may have used the form before hydration, when React had no handlers yet.
  useEffect(() => (form.current ? registerAtFirstUse(form.current) : undefined), [form])
  const isHydrated = useIsHydrated()

  const isNewReceipt = state.receipt !== earlierReceipt
  return {
    isQueued: state.isQueued,
    sendsInBackground: state.sendsInBackground,
    isKept: state.isKept,
    isSent: state.isSent,
    isRestored: state.isRestored && !state.isQueued,
    isNewReceipt: isNewReceipt && state.receipt !== undefined,
    shownReceipt: isNewReceipt || !state.isQueued ? state.receipt : undefined,
    errors,
    // On hydration, React would replace what the visitor has typed into a textarea by its default value.
    textareaProps: !import.meta.env.SSR && !isHydrated ? { defaultValue: undefined } : {},
    isSending: isSending || isReading,
    /** The props of the form, which posts to a real URL. */
    form: {
      method: "post",
      noValidate: true,
      encType: "multipart/form-data",
      // It loads the code for keeping and sending the request, since the network may have gone once that is written.
      onFocus: () => void open().catch(() => undefined),
      onSubmit: submit,
      onInput(event: FormEvent<HTMLFormElement>) {
        clearError(event)
        withSubmission(({ change }) => change())
      },
    },
    /** The props of the field of its pictures. */
    pictureField: {
      pictures: state.pictures,
      rejectedFiles: state.rejectedFiles,
      attached: state.attached ?? posted,
      error: errors.images,
      isHydrated,
      onTake: () => withSubmission(takePictures),
      onRemove(id: string) {
        setErrors(withoutImages(errors))
        withSubmission(({ removePicture }) => removePicture(id))
      },
      onRetry(id: string) {
        setErrors(withoutImages(errors))
        withSubmission(({ retryPicture }) => retryPicture(id))
      },
    },
    /** Deletes what the form has left on this device. */
    discard() {
      setErrors({})
      store.show({ receipt: undefined })
      withSubmission(({ discard }) => discard())
    },
  }
}

/** Resolves when the visitor leaves the form. */
function hasLeft(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(true)))
}

function withoutImages({ images: _, ...errors }: Record<string, string>): Record<string, string> {
  return errors
}

/** Whether the site answers: the browser's page about a lost connection would replace what is typed. */
function isReachable(): Promise<boolean> {
  return fetch("/api/health", { method: "HEAD", signal: timeoutSignal(10_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Whether the form has left something on this device. */
function hasKept(token: string | undefined): boolean {
  const mark = token === undefined ? CONTACT_KEPT : ADDITION_KEPT + token
  return withStorage(() => Object.keys(localStorage).some((key) => key.startsWith(mark))) === true
}

/** Whether the visitor has typed or chosen something before the script was loaded. */
function isFilledIn(form: HTMLFormElement | null, initial: Record<string, string>): boolean {
  const controls = [...(form?.elements ?? [])] as HTMLInputElement[]
  return controls.some(({ name, type, value }) => name && type !== "hidden" && value !== (initial[name] ?? ""))
}
