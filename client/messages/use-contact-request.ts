import { useQuery } from "@tanstack/react-query"
import { type FormEvent, type RefObject, useState } from "react"
import { useApi } from "#client/api.ts"
import { contact } from "#client/copy/contact.ts"
import { errors as errorCopy } from "#client/copy/errors.ts"
import { failureText, rejectedFields } from "#client/failures.ts"
import { showToast } from "#client/ui/toast.tsx"
import { useFormErrors } from "#client/ui/use-form-errors.ts"
import { requestIds } from "./request-id.ts"
import { sendContactRequest } from "./send-contact-request.ts"

const loadSchema = async () => (await import("#server/contract/messages.ts")).ContactFields

/** Submits the contact form, then shows a toast and, after a success, clears the fields. */
export function useContactRequest(form: RefObject<HTMLFormElement | null>, initialErrors?: Record<string, string>) {
  const [sending, setSending] = useState(false)
  const [requestIdFor] = useState(requestIds)
  const { errors, reading, read, showErrors, clearError } = useFormErrors(form, initialErrors)
  const { client, queries } = useApi()
  const { data: emailService } = useQuery(queries.messages.emailService.queryOptions())

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const website = String(new FormData(event.currentTarget).get("website") ?? "")
    const fields = await read(loadSchema)
    if (!fields) return
    setSending(true)
    try {
      // The form may have been posted already, just before hydration: mergeRepeats makes it the same request.
      const request = { ...fields, website, requestId: requestIdFor(fields), mergeRepeats: true }
      await sendContactRequest(client, request, emailService ?? undefined)
      showToast({ ...contact.toasts.sent, tone: "success" })
      if (form.current) clearFields(form.current)
    } catch (error) {
      const rejected = rejectedFields(error)
      if (rejected) showErrors(rejected)
      showToast({ title: errorCopy.toast.title, text: failureText(error) || errorCopy.toast.contact, tone: "error" })
    } finally {
      setSending(false)
    }
  }

  return { errors, sending: sending || reading, submit, clearError, usesService: Boolean(emailService) }
}

/** A reset would restore the default values of a rejected form instead. */
function clearFields(form: HTMLFormElement) {
  for (const control of form.querySelectorAll<HTMLInputElement>("input, select, textarea")) control.value = ""
}
