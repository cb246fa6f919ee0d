import type { Context } from "hono"
import { type ContactField, ContactFields, type ContactSubmission } from "#server/contract/messages.ts"
import { words } from "#server/contract/words.ts"
import { AppError, type HttpStatus, toAppError } from "#server/errors.ts"
import { messagesRouter } from "#server/messages/router.ts"
import { type AppEnv, callerFor } from "#server/trpc.ts"

export interface Refusal {
  submission: ContactSubmission
  status: HttpStatus
  retryAfter: number | undefined
}

/** The contact form as a browser without JavaScript posts it: undefined when it was taken, else what to mend. */
export async function submitContact(c: Context<AppEnv>): Promise<Refusal | undefined> {
  const values = await readForm(c)
  try {
    await callerFor(c, messagesRouter).send({ ...values, mergeRepeats: true } as never)
    return undefined
  } catch (error) {
    const { message, fields, code, status, retryAfter } = toAppError(error)
    if (code === "internal") throw error
    const submission = { values, errors: fields ?? {}, message: fields ? words.invalid : message }
    return { submission, status, retryAfter }
  }
}

async function readForm(c: Context): Promise<Partial<Record<ContactField | "website", string>>> {
  const type = c.req.header("Content-Type") ?? ""
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw new AppError("unsupported", words.formOnly)
  }
  const form = await c.req.parseBody().catch((cause) => {
    throw new AppError("invalid", words.formUnreadable, { cause })
  })
  const names = [...Object.keys(ContactFields.shape), "website"]
  return Object.fromEntries(names.flatMap((name) => (typeof form[name] === "string" ? [[name, form[name]]] : [])))
}
