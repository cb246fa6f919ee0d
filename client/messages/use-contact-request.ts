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

/** The contact form's life: idle, sending, then a toast, and the fields emptied when it worked. */
export function useContactRequest(form: RefObject<HTMLFormElement | null>, given?: Record<string, string>) {
  const [sending, setSending] = useState(false)
  const [idOf] = useState(requestIds)
  const { errors, reading, read, showErrors, clearError } = useFormErrors(form, given)
  const { client, queries } = useApi()
  const { data: emailService } = useQuery(queries.messages.emailService.queryOptions())

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const website = String(new FormData(event.currentTarget).get("website") ?? "")
    const fields = await read(loadSchema)
    if (!fields) return
    setSending(true)
    try {
      // The form may have been posted just before its script was there: the same words are the same request.
      const request = { ...fields, website, requestId: idOf(fields), mergeRepeats: true }
      await sendContactRequest(client, request, emailService ?? undefined)
      showToast({ ...contact.toasts.sent, tone: "success" })
      if (form.current) empty(form.current)
    } catch (error) {
      const refused = rejectedFields(error)
      if (refused) showErrors(refused)
      showToast({ title: errorCopy.toast.title, text: failureText(error) || errorCopy.toast.contact, tone: "error" })
    } finally {
      setSending(false)
    }
  }

  return { errors, sending: sending || reading, submit, clearError, usesService: Boolean(emailService) }
}

/** Not a reset: that would bring back what a refused form came with. */
function empty(form: HTMLFormElement) {
  for (const control of form.querySelectorAll<HTMLInputElement>("input, select, textarea")) control.value = ""
}
