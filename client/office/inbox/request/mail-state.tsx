import { useMutation } from "@tanstack/react-query"
import { mutationOf, useApi } from "#client/app/api.ts"
import { formatDateTime } from "#client/app/dates.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { Allowed } from "#client/office/frame/rights.tsx"
import { mailFailure } from "#client/office/inbox/texts.ts"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import type { MessageDetails, SentMail } from "#server/contract/messages.ts"
import { timelineTexts as texts } from "./texts.ts"

/** Shows whether the mail of an answer was sent; a failed one can be sent again. */
export function MailState({ mail }: { mail: SentMail }) {
  const isFailed = mail.state === "failed" || mail.state === "given up"
  return (
    <div role="status" className={`text-sm ${isFailed ? "font-medium text-error" : "text-base-content/75"}`}>
      <p>{textOf(mail)}</p>
      {isFailed && (
        <Allowed to="messages.write">
          <Resend id={mail.id} />
        </Allowed>
      )}
    </div>
  )
}

/** Says at the head of a request that its sender has not received the answer, and sends it again. */
export function UndeliveredAlert({ message: { undelivered, entries } }: { message: MessageDetails }) {
  const failed = entries.findLast(({ mail }) => mail?.state === "failed" || mail?.state === "given up")
  return (
    <div className="mb-6">
      <Banner tone="error">
        <p className="font-semibold">{texts.undelivered(mailFailure(undelivered ?? ""))}</p>
        <p className="mt-1">{texts.stillWaiting}</p>
        {failed?.mail && (
          <Allowed to="messages.write">
            <Resend id={failed.mail.id} />
          </Allowed>
        )}
      </Banner>
    </div>
  )
}

function textOf({ state, failure, sentAt }: SentMail): string {
  if (state === "waiting") return texts.mail.waiting
  return state === "sent" ? texts.mail.sent(formatDateTime(sentAt ?? "")) : texts.mail[state](failure ?? "")
}

function Resend({ id }: { id: number }) {
  const { client, queries } = useApi()
  const resending = useMutation({
    ...mutationOf(client.messages.resendMail.mutate),
    onSettled: () => queries.messages.get.invalidate(),
  })
  return (
    <>
      <BusyButton
        isBusy={resending.isPending}
        className="btn mt-2 border-base-content/60 bg-base-100 text-base-content"
        onClick={() => resending.mutate(id)}
      >
        {resending.isPending ? texts.resending : texts.resend}
      </BusyButton>
      {resending.isError && <p className="mt-2">{loadingFailure(texts.resendFailed, resending.error)}</p>}
    </>
  )
}
