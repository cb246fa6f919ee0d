import type { Context } from "hono"
import { createMiddleware } from "hono/factory"
import { accountsRouter } from "#server/accounts/router.ts"
import { DATA_SAVER_ID, DATA_SAVER_PATH } from "#server/contract/data-saver.ts"
import type { FormRejection } from "#server/contract/forms.ts"
import { PICTURES_MAX } from "#server/contract/message-pictures.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { findContactSector } from "#server/contract/sectors.ts"
import { AppError, fieldError, type HttpStatus, toAppError } from "#server/errors.ts"
import { type AppEnv, createCaller } from "#server/http/app-env.ts"
import { textBodyLimit } from "#server/http/body-limit.ts"
import { switchDataSaver } from "#server/http/data-saver.ts"
import { readTexts, rejectReplacements } from "#server/http/form-texts.ts"
import { isMultipart, selectedFiles, withMultipart } from "#server/http/multipart.ts"
import { logFailure } from "#server/http/request-log.ts"
import { requireRoomForPictures, uploadPictures } from "#server/messages/pictures.ts"
import { messagesRouter } from "#server/messages/router.ts"
import { contactLimit } from "#server/messages/spam.ts"
import { checkRateLimit, type RateLimit } from "#server/trpc/rate-limits.ts"
import { afterSignIn } from "./after-sign-in.ts"
import { rememberReceipt, SENT_PATH } from "./receipt-cookie.ts"

/** A rejected form, whose page is rendered again with its values and errors. */
export interface RejectedForm {
  form: FormRejection
  status: HttpStatus
  retryAfter: number | undefined
}

type Fields = Record<string, string>

/** The forms that browsers post without JavaScript. Each one returns the URL to redirect to, or a rejection. */
export const forms = {
  "/contact": (c: Context<AppEnv>) =>
    submitWithPictures(c, contactLimit, (fields, files) => sendRequest(c, fields, files)),
  "/login": (c: Context<AppEnv>) =>
    submit(c, async ({ redirect, ...fields }) => {
      const signedIn = await createCaller(c, accountsRouter).signIn(fields)
      const start = afterSignIn(c, signedIn)
      return redirect ?? start
    }),
  "/register": (c: Context<AppEnv>) =>
    submit(c, async (fields) => {
      // Programs may send the form with the field name of the REST call.
      await createCaller(c, accountsRouter).register({ confirmPassword: fields.confirm_password, ...fields })
      return "/login?inscrit=true"
    }),
  "/mot-de-passe-oublie": (c: Context<AppEnv>) =>
    submit(c, async (fields) => {
      await createCaller(c, accountsRouter).requestReset(fields)
      return "/mot-de-passe-oublie?envoye=1"
    }),
  "/demande": (c: Context<AppEnv>) =>
    submit(c, async (fields) => {
      await createCaller(c, messagesRouter).resendLink(fields)
      return "/demande?envoye=1"
    }),
  [DATA_SAVER_PATH]: (c: Context<AppEnv>) =>
    submit(c, async ({ on }) => {
      switchDataSaver(c.get("context").cookies, on === "1")
      return `${refererPath(c.req.header("Referer")) ?? "/"}#${DATA_SAVER_ID}`
    }),
} as const

/** Limits forms without pictures; withMultipart limits the others. */
export const picturesBodyLimit = createMiddleware<AppEnv>((c, next) =>
  isMultipart(c) ? next() : textBodyLimit(c, next),
)

/** A form without pictures, which is as small as this, is read even over the limit, so that it keeps what was typed. */
const WITHOUT_PICTURES_BYTES_MAX = 1024 * 1024

/** Rejects a form that could not be stored before its pictures are read. */
async function requireRoomForForm(c: Context<AppEnv>, limit: RateLimit): Promise<void> {
  if (Number(c.req.header("Content-Length")) <= WITHOUT_PICTURES_BYTES_MAX) return
  const context = c.get("context")
  await checkRateLimit(context, limit)
  await requireRoomForPictures(context)
}

/** Drops the origin, since a redirect must not lead to another site. */
function refererPath(referer = ""): string | undefined {
  const url = URL.parse(referer)
  return url ? url.pathname + url.search : undefined
}

/** Returns the result of `work`, which gets the files that the form may contain, or the rejection. */
export async function submitWithPictures(
  c: Context<AppEnv>,
  limit: RateLimit,
  work: SubmitFiles,
): Promise<string | RejectedForm> {
  if (!isMultipart(c)) return submit(c, (fields) => work(fields, []))
  await requireRoomForForm(c, limit)
  return withMultipart(
    c,
    (form) => attempt(c, readFields(form), (fields) => work(fields, selectedFiles(form.getAll("images")))),
    PICTURES_MAX,
  )
}

type SubmitFiles = (fields: Fields, files: readonly File[]) => Promise<string>

async function sendRequest(c: Context<AppEnv>, fields: Fields, files: readonly File[]): Promise<string> {
  const { photos: _, ...texts } = fields
  const receipt = await withPictures(c, fields, files, (photos) =>
    createCaller(c, messagesRouter).send({ ...texts, photos, mergeRepeats: true }),
  )
  rememberReceipt(c, { ...receipt, sector: findContactSector(texts.sector ?? "") })
  return SENT_PATH
}

/** Uploads the files of a form, and passes on the names of all its pictures. */
export async function withPictures<Result>(
  c: Context<AppEnv>,
  fields: Fields,
  files: readonly File[],
  send: (pictures: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const uploaded = files.length > 0 ? await uploadPictures(c.get("context"), files) : []
  const { photos: pictures = "" } = fields
  const names = [...new Set([...pictures.split(" ").filter(Boolean), ...uploaded])]
  // A rejected form keeps its pictures by name, since no page can fill in a file field.
  fields.photos = names.slice(0, PICTURES_MAX).join(" ")
  if (names.length > PICTURES_MAX) throw fieldError("images", responseTexts.tooManyPictures)
  return send(names).catch((error) => {
    const { photos: rejected, ...others } = toAppError(error).fields ?? {}
    if (!rejected) throw error
    // The server has deleted pictures that an earlier attempt had left there.
    fields.photos = uploaded.join(" ")
    throw new AppError("invalid", rejected, { fields: { ...others, images: rejected } })
  })
}

/** Returns the result of `work`, or the rejection. */
export async function submit(c: Context, work: Submit): Promise<string | RejectedForm> {
  return attempt(c, await readForm(c), work)
}

type Submit = (fields: Fields) => Promise<string>

async function attempt(c: Context, fields: Fields, work: Submit): Promise<string | RejectedForm> {
  try {
    rejectReplacements(fields)
    return await work(fields)
  } catch (error) {
    const { message, fields: errors = {}, code, status, retryAfter } = toAppError(error)
    if (code === "internal") throw error
    logFailure(c, error)
    const form = { values: withoutPasswords(fields), errors, message }
    // Rejections that people can correct are 400; closed registration, rate limits and a full disk keep their status.
    return { form, status: status < 429 && code !== "forbidden" ? 400 : status, retryAfter }
  }
}

async function readForm(c: Context): Promise<Fields> {
  const type = c.req.header("Content-Type") ?? ""
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw new AppError("unsupported", responseTexts.formRequired)
  }
  const form = await c.req.parseBody().catch((cause) => {
    throw new AppError("invalid", responseTexts.malformedForm, { cause })
  })
  return readFields(Object.entries(form))
}

function readFields(form: Iterable<[string, unknown]>): Fields {
  const fields = readTexts(form)
  // Without JavaScript the hidden field of the key is empty, which is no UUID.
  for (const name of ["requestId", "idempotencyKey"]) if (fields[name] === "") delete fields[name]
  return fields
}

function withoutPasswords(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !/password/i.test(name)))
}
