import type { Context } from "hono"
import { accountsRouter } from "#server/accounts/router.ts"
import type { FormRejection } from "#server/contract/forms.ts"
import { messages } from "#server/contract/response-messages.ts"
import { AppError, type HttpStatus, toAppError } from "#server/errors.ts"
import { type AppEnv, callerFor } from "#server/http/app-env.ts"
import { messagesRouter } from "#server/messages/router.ts"

/** The answer to a form that was not taken: the same page, with what was typed and what is to be mended. */
export interface Refusal {
  form: FormRejection
  status: HttpStatus
  retryAfter: number | undefined
}

type Fields = Record<string, string>

/** Where the contact form leads once its request is stored. */
const SENT = "/contact/merci"

/** Posts of browsers without JavaScript: each answers the address to go on to, or why it was not taken. */
export const forms = {
  "/contact": (c: Context<AppEnv>) =>
    submit(c, async (fields) => {
      await callerFor(c, messagesRouter).send({ ...fields, mergeRepeats: true } as never)
      return SENT
    }),
  "/login": (c: Context<AppEnv>) =>
    submit(c, async ({ redirect, ...fields }) => {
      const { account } = await callerFor(c, accountsRouter).signIn(fields as never)
      return redirect ?? (account.role === "admin" ? "/admin/dashboard" : "/")
    }),
  "/register": (c: Context<AppEnv>) =>
    submit(c, async (fields) => {
      await callerFor(c, accountsRouter).register(fields as never)
      return "/login?inscrit=1"
    }),
} as const

async function submit(c: Context, work: (fields: Fields) => Promise<string>): Promise<string | Refusal> {
  const fields = await readForm(c)
  try {
    return await work(fields)
  } catch (error) {
    const { message, fields: errors = {}, code, status, retryAfter } = toAppError(error)
    if (code === "internal") throw error
    const form = { values: withoutPasswords(fields), errors, message }
    // What the sender can mend is 400, whichever rule it breaks; a limit or a full disk keeps its own status.
    return { form, status: status < 429 ? 400 : status, retryAfter }
  }
}

async function readForm(c: Context): Promise<Fields> {
  const type = c.req.header("Content-Type") ?? ""
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw new AppError("unsupported", messages.formRequired)
  }
  const form = await c.req.parseBody().catch((cause) => {
    throw new AppError("invalid", messages.malformedForm, { cause })
  })
  const texts = Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === "string")
  // A browser sends every field, also those left empty; an id that nobody made is no id.
  return Object.fromEntries(texts.filter(([name, value]) => value !== "" || name !== "requestId"))
}

function withoutPasswords(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !/password/i.test(name)))
}
