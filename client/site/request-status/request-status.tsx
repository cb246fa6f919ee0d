import { formatDate, formatDateTime } from "#client/app/dates.ts"
import { Icon } from "#client/icons/icon.tsx"
import type { MessageStatus } from "#server/contract/messages.ts"
import { CONTACT_SECTOR_LABELS } from "#server/contract/sectors.ts"
import { AccountRequest } from "./account-request.tsx"
import { requestStatus as texts } from "./texts.ts"

export function RequestState({ state }: Pick<MessageStatus, "state">) {
  const { label, text } = texts.states[state]
  return (
    <p className="prose-width mt-6 rounded-box bg-base-200 p-4">
      <strong className="text-primary">{label}</strong>
      <br />
      {text}
    </p>
  )
}

/** The request, the sender's additions and the answers. */
export function RequestConversation({ request, company }: { request: MessageStatus; company: string }) {
  const { message, createdAt, entries } = request
  return (
    <section aria-labelledby="echanges" className="mt-10">
      <h2 id="echanges" className="text-h3">
        {texts.conversation}
      </h2>
      <ol className="mt-4 grid gap-5">
        <Entry by={texts.you} at={createdAt} text={message} />
        {entries.map(({ id, at, isAnswer, text }) => (
          <Entry key={id} by={isAnswer ? company : texts.you} isAnswer={isAnswer} at={at} text={text} />
        ))}
      </ol>
    </section>
  )
}

interface EntryProps {
  by: string
  at: string
  isAnswer?: boolean
  text: string
}

function Entry({ by, at, isAnswer = false, text }: EntryProps) {
  return (
    <li className={`rounded-box border p-4 ${isAnswer ? "border-primary bg-base-100" : "border-base-300 bg-base-200"}`}>
      <p className="flex flex-wrap justify-between gap-x-3 text-sm">
        <strong>{by}</strong>
        <time dateTime={at} className="text-base-content/75">
          {formatDateTime(at)}
        </time>
      </p>
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{text}</p>
    </li>
  )
}

interface RequestFactsProps {
  request: MessageStatus
  token: string
  /** A link with a text that names the request; undefined if the company has no number. */
  whatsAppUrl: string | undefined
}

export function RequestFacts({ request, token, whatsAppUrl }: RequestFactsProps) {
  const { reference, sector, createdAt, pictures, expiresAt, isKept } = request
  const facts = [
    [texts.reference, reference],
    [texts.sector, CONTACT_SECTOR_LABELS[sector]],
    [texts.date, formatDate(createdAt)],
    [texts.pictures, pictures > 0 ? texts.pictureCount(pictures) : null],
  ]
  return (
    <aside className="self-start rounded-box bg-base-200 p-6 md:p-8">
      <dl className="grid gap-5">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt className="font-semibold">{label}</dt>
                <dd className="text-base-content/85">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {whatsAppUrl && (
        <p className="mt-6">
          <a href={whatsAppUrl} rel="noreferrer" className="btn btn-outline btn-primary w-full">
            <Icon name="chat" />
            {texts.whatsapp}
          </a>
        </p>
      )}
      {isKept !== null && <AccountRequest token={token} isKept={isKept} />}
      <p className="mt-6 text-sm text-base-content/75">{texts.expiry(formatDate(expiresAt))}</p>
    </aside>
  )
}
