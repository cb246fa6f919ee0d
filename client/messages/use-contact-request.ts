import { type FormEvent, type RefObject, useState } from "react"
import { flushSync } from "react-dom"
import { api } from "#client/api.ts"
import { contact } from "#client/copy/contact.ts"
import { errors as errorCopy } from "#client/copy/errors.ts"
import { failureText, fieldErrors, refusedFields } from "#client/failures.ts"
import { showToast } from "#client/ui/toast.tsx"
import { type ContactField, ContactFields } from "#server/contract/messages.ts"
import { requestIds } from "./request-id.ts"
import { sendContactRequest } from "./send-contact-request.ts"

type Errors = Partial<Record<ContactField, string>>

/** The contact form's life: idle, sending, then a toast, and the fields emptied when it worked. */
export function useContactRequest(form: RefObject<HTMLFormElement | null>, given: Errors = {}) {
  const [errors, setErrors] = useState<Errors>(given)
  const [sending, setSending] = useState(false)
  const [idOf] = useState(requestIds)
  const { client } = api.useUtils()
  const { data: emailService } = api.messages.emailService.useQuery()

  function refuse(found: Errors) {
    flushSync(() => setErrors(found))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = Object.fromEntries(new FormData(event.currentTarget))
    const read = ContactFields.safeParse(typed)
    if (!read.success) return refuse(fieldErrors(read.error))
    setErrors({})
    setSending(true)
    try {
      const website = String(typed.website ?? "")
      await sendContactRequest(client, { ...read.data, website, requestId: idOf(read.data) }, emailService ?? undefined)
      showToast({ ...contact.toasts.sent, tone: "success" })
      form.current?.reset()
    } catch (error) {
      const refused = refusedFields(error)
      if (refused) refuse(refused)
      showToast({ title: errorCopy.toast.title, text: failureText(error) || errorCopy.toast.contact, tone: "error" })
    } finally {
      setSending(false)
    }
  }

  return { errors, sending, submit }
}
